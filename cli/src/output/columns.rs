//! Tables for people.

/// A column: its name, its width (negative: from the left), and what stands in it.
pub(crate) type Column<T> = (&'static str, i32, fn(&T) -> String);

/// The columns of a table, and what parts them.
pub(crate) struct Columns<'a, T>(pub(crate) &'static str, pub(crate) &'a [Column<T>]);

impl<T> Columns<'_, T> {
    /// The names.
    pub(crate) fn heading(&self) -> String {
        self.line(|&(name, ..)| name.to_owned())
    }

    /// What is in them.
    pub(crate) fn row(&self, item: &T) -> String {
        self.line(|(.., cell)| cell(item))
    }

    fn line(&self, cell: impl Fn(&Column<T>) -> String) -> String {
        let cell = |column: &Column<T>| {
            let (text, width) = (cell(column), column.1.unsigned_abs() as usize);
            if column.1 < 0 { format!("{text:<width$}") } else { format!("{text:>width$}") }
        };
        self.1.iter().map(cell).collect::<Vec<_>>().join(self.0) + "\n"
    }
}
