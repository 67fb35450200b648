//! NumPy arrays and archives of them, `.npz`.
//!
//! The bytes of an array (version 1.0): the magic word, the version, the length of the header as two bytes, the header (a
//! Python dictionary, padded so that the data begin at a multiple of 64), and the elements, little-endian, with the last axis
//! varying fastest. Source: NumPy Enhancement Proposal 1,
//! <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.

use std::io::{Cursor, Read, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::{FormatError, malformed};

/// The data begin at a multiple of this.
const ALIGNMENT: usize = 64;
/// Bytes of the magic word, the version and the length of the header.
const PREFIX_BYTES: usize = 10;

/// NumPy's names of the types of elements.
pub(super) const F32: &str = "<f4";
pub(super) const I8: &str = "|i1";
pub(super) const U64: &str = "<u8";
pub(super) const BOOL: &str = "|b1";

/// A name, the type and the shape of an array, and the bytes of its elements.
pub(super) type Array<'a> = (&'static str, &'static str, &'a [usize], Vec<u8>);

/// The bytes of an archive of arrays.
pub(super) fn archive<'a>(arrays: impl IntoIterator<Item = Array<'a>>) -> Result<Vec<u8>, FormatError> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).large_file(false);
    for (name, element, shape, elements) in arrays {
        zip.start_file(format!("{name}.npy"), options).map_err(malformed)?;
        zip.write_all(&head(element, shape)?).and_then(|()| zip.write_all(&elements)).map_err(malformed)?;
    }
    Ok(zip.finish().map_err(malformed)?.into_inner())
}

/// The most bytes of an array that is read by name: one byte for each position of a file.
const LONGEST_BYTES: u64 = 16 << 20;

/// The bytes, header and elements, of this array, which is one of bytes; `None` if the archive has none of that name.
pub(super) fn array_named(bytes: &[u8], name: &str) -> Result<Option<Vec<u8>>, FormatError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(malformed)?;
    let Ok(file) = archive.by_name(&format!("{name}.npy")) else { return Ok(None) };
    inflated(file, LONGEST_BYTES).map(Some)
}

/// The decompressed bytes of a file in an archive; fails if there are more than `most`.
fn inflated(file: impl Read, most: u64) -> Result<Vec<u8>, FormatError> {
    let mut array = Vec::new();
    file.take(most + 1).read_to_end(&mut array).map_err(malformed)?;
    if array.len() as u64 > most {
        return Err(malformed(format!("an array inflates to more than {most} bytes")));
    }
    Ok(array)
}

/// Whether two archives have the same arrays. The first is our own; the other is never read beyond the length of our arrays.
pub(super) fn are_alike(mine: &[u8], other: &[u8]) -> Result<bool, FormatError> {
    let mut mine = ZipArchive::new(Cursor::new(mine)).map_err(malformed)?;
    let mut other = ZipArchive::new(Cursor::new(other)).map_err(malformed)?;
    if mine.len() != other.len() {
        return Ok(false);
    }
    for index in 0..mine.len() {
        let file = mine.by_index(index).map_err(malformed)?;
        let name = file.name().map_err(malformed)?.into_owned();
        let wanted = inflated(file, u64::MAX - 1)?;
        let Ok(file) = other.by_name(&name) else { return Ok(false) };
        let mut found = Vec::new();
        file.take(wanted.len() as u64 + 1).read_to_end(&mut found).map_err(malformed)?;
        if found != wanted {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The elements of an array of bytes (`int8`, `bool`), after its header.
pub(super) fn elements(array: &[u8]) -> Result<&[u8], FormatError> {
    let length = array.get(PREFIX_BYTES - 2..PREFIX_BYTES).map(|length| u16::from_le_bytes([length[0], length[1]]));
    let found = length.and_then(|length| array.get(PREFIX_BYTES + usize::from(length)..));
    found.ok_or_else(|| malformed("an array has no whole head"))
}

fn head(element: &str, shape: &[usize]) -> Result<Vec<u8>, FormatError> {
    let sides: String = shape.iter().map(|side| format!("{side}, ")).collect();
    // A tuple of one element keeps its comma.
    let shape = if shape.len() == 1 { sides.trim_end() } else { sides.trim_end_matches(", ") };
    let mut text = format!("{{'descr': '{element}', 'fortran_order': False, 'shape': ({shape}), }}");
    let length = (PREFIX_BYTES + text.len() + 1).next_multiple_of(ALIGNMENT) - PREFIX_BYTES;
    text += &" ".repeat(length - text.len() - 1);
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(u16::try_from(text.len()).map_err(malformed)?.to_le_bytes());
    bytes.extend(text.into_bytes());
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_begin_at_a_multiple_of_64() {
        for (shape, text) in [(&[7][..], "(7,)"), (&[2, 3, 8, 8][..], "(2, 3, 8, 8)")] {
            let bytes = head("<f4", shape).unwrap();
            assert_eq!(bytes.len() % ALIGNMENT, 0);
            assert_eq!(bytes.last(), Some(&b'\n'));
            assert_eq!(usize::from(bytes[8]) + usize::from(bytes[9]) * 256, bytes.len() - PREFIX_BYTES);
            assert!(String::from_utf8_lossy(&bytes[10..]).contains(text), "{text}");
        }
    }
}
