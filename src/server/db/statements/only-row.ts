/** Returns the row of a statement that always has exactly one, such as an aggregate without groups. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('The statement has returned no row.');
  return row;
}
