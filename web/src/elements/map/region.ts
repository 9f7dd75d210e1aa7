/** A part of a matrix: rows and columns from … end. */
export interface Region {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export interface Cell {
  row: number;
  column: number;
}

export const heightOf = ({ top, bottom }: Region): number => bottom - top;
export const widthOf = ({ left, right }: Region): number => right - left;

export const wholeOf = (rows: number, columns: number): Region => ({ top: 0, bottom: rows, left: 0, right: columns });

export const isInside = ({ row, column }: Cell, { top, bottom, left, right }: Region): boolean =>
  row >= top && row < bottom && column >= left && column < right;

/** The cells of a drag, both ends with it. */
export const between = (a: Cell, b: Cell): Region => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row) + 1,
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column) + 1,
});
