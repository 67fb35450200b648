"""Machine-readable descriptions of data (Croissant 1.1), except for problem sets: `solve problems` writes theirs."""

import json

from .archives import REPOSITORY, checksum

MEDIA = {".csv": "text/csv", ".jsonl": "application/jsonlines", ".json": "application/json", ".txt": "text/plain"}


def context():
    """The short names, the same as in problem sets."""
    with open(REPOSITORY / "data" / "sets" / "6x6-s16" / "croissant.json", encoding="utf-8") as file:
        return json.load(file)["@context"]


def file_object(folder, name):
    """A file with its size and its checksum."""
    path = folder / name
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "contentSize": f"{path.stat().st_size} B",
        "encodingFormat": MEDIA.get(path.suffix, "application/octet-stream"),
        "sha256": checksum(path),
    }


def field(table, column, file):
    """A column of a table; one with parts is a list of structures."""
    identity = f"{table}/{column.name}"
    entry = {"@type": "cr:Field", "@id": identity, "name": identity, "description": column.meaning}
    source = {"fileObject": {"@id": file}, "extract": {"column": column.name}}
    if not column.parts:
        return entry | {"dataType": column.kind, "source": source}
    parts = [
        {
            "@type": "cr:Field",
            "@id": f"{identity}/{part.name}",
            "name": f"{identity}/{part.name}",
            "description": part.meaning,
            "dataType": part.kind,
            "source": source | {"transform": {"jsonPath": part.name}},
        }
        for part in column.parts
    ]
    return entry | {"repeated": True, "subField": parts}


def describe(data, folder, names):
    """The description of some data in a folder, with the given files as its content."""
    described = {
        "@context": context(),
        "@type": "sc:Dataset",
        "conformsTo": ["http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"],
        "name": data.title,
        "description": data.description,
        "url": data.citation.address,
        "license": data.citation.licence_address,
        "creator": {"@type": "sc:Organization", "name": data.citation.authors, "url": data.citation.address},
        "datePublished": data.citation.date,
        "version": data.citation.version,
        "inLanguage": "zxx",
        "keywords": ["othello", "reversi", "game solving", "perfect play"],
        "citeAs": data.citation.bibtex(data),
        "distribution": [file_object(folder, name) for name in names],
        "rai:dataCollection": "Computed by a program of the address above; no person or game of a person is in it.",
        "rai:dataLimitations": "Only Othello and its variants on the boards that the data name.",
        "rai:personalSensitiveInformation": "None.",
        "rai:dataUseCases": "Research on solving games, and checks of other programs.",
    }
    if data.table:
        described["recordSet"] = [
            {
                "@type": "cr:RecordSet",
                "@id": data.table.name,
                "name": data.table.name,
                "description": data.table.description,
                "field": [field(data.table.name, column, data.table.file) for column in data.table.columns],
            }
        ]
    return json.dumps(described, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
