"""Checks that every link within a built site leads somewhere."""

import html.parser
import pathlib
import urllib.parse


class Page(html.parser.HTMLParser):
    """The links of a page, and its anchors."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name"):
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


class Site:
    """A folder of pages, each read once."""

    def __init__(self, folder):
        self.folder = folder.resolve()
        self.pages = {}

    def page(self, file):
        """The links and anchors of a file."""
        if file not in self.pages:
            self.pages[file] = Page(file.read_text(encoding="utf-8"))
        return self.pages[file]

    def leads_somewhere(self, file, link):
        """Whether a link of a page is to another site, or to an existing file and anchor of this one."""
        parts = urllib.parse.urlsplit(link)
        if parts.scheme or parts.netloc:
            return True
        target = file
        if parts.path:
            path = pathlib.PurePosixPath(urllib.parse.unquote(parts.path))
            target = (self.folder / path.relative_to("/") if path.is_absolute() else file.parent / path).resolve()
        if target.is_dir():
            target /= "index.html"
        if not target.is_file():
            return False
        anchor = urllib.parse.unquote(parts.fragment)
        return not anchor or target.suffix != ".html" or anchor in self.page(target).anchors

    def missing(self, files):
        """The broken links of some pages, each as (page, link)."""
        return [(file, link) for file in files for link in self.page(file).links if not self.leads_somewhere(file, link)]
