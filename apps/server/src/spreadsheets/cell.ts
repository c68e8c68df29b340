/** A number if spreadsheets can represent it exactly; otherwise text. */
export type Cell = string | number;
