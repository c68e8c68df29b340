import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { z } from 'zod/mini';
import { MAX_PAGE, MAX_PAGE_SIZE } from '@portico/contracts/paging';
import type { Db } from './pool.ts';

/** The columns of a row, or several kinds of rows, such as a union returns. */
export type RowSchema = z.ZodMiniObject | z.ZodMiniUnion<readonly z.ZodMiniObject[]>;

/** A `timestamptz`: ISO 8601 in UTC, with up to six decimals. */
export const Instant = z.iso.datetime();
/** A `timestamptz` inside JSON, which PostgreSQL writes with the offset of the session. */
export const JsonInstant = z.iso.datetime({ offset: true });
/** A `bigint`, or a sum of them: decimal text, because it may not fit a number. */
export const BigInteger = z.string().check(z.regex(/^-?\d+$/));
/** A `bytea`. */
export const Bytes = z.instanceof(Buffer);
/**
 * JSON that was validated when it was written, and is returned as stored, whatever later versions of its schema
 * require.
 */
export const storedJson = <Content>() => z.custom<Content>((content) => content !== null && content !== undefined);

/**
 * A constant row limit in the statement's text, so that PostgreSQL plans for few rows: for a parameter it expects a
 * tenth of the table and reads all of it.
 */
export const limitTo = (rows: number): RawBuilder<unknown> => sql`limit ${sql.lit(rows)}`;

/** The rows of a page, of which the first is 1. */
export const pageOf = (page: number, pageSize: number): RawBuilder<unknown> =>
  sql`${limitTo(pageSize)} offset ${(page - 1) * pageSize}`;

/** The most rows read for a page after the first. There are few bounds, because each makes a separate statement. */
const BOUNDS = [100, 1000, 10_000, MAX_PAGE * MAX_PAGE_SIZE];

/**
 * How many rows in order contain the page. The first page, which most people read, is worth a statement that reads only
 * its own rows.
 */
export const boundOf = (page: number, pageSize: number): number =>
  page === 1 ? pageSize : BOUNDS.find((bound) => page * pageSize <= bound)!;

/** Rows that are sorted by `key`, an index of theirs, and then by id. */
interface Sorted {
  /** From `from` to the end of the conditions. */
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  key: RawBuilder<unknown>;
}

/**
 * The `id` and `key` of the rows of a page, in a list of several parts that have no row in common. Each part is read in
 * the order of its index and only until the page is full, which nothing that is sorted as a whole can do.
 */
export function pageOfParts(
  parts: readonly Sorted[],
  { direction, page, pageSize }: { direction: RawBuilder<unknown>; page: number; pageSize: number },
): RawBuilder<unknown> {
  const order = (key: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`order by ${key} ${direction}, ${id}`;
  const first = limitTo(boundOf(page, pageSize));
  const firstOfEach = parts.map(
    ({ from, id, key }) => sql`(select ${id} as id, ${key} as key ${from} ${order(key, id)} ${first})`,
  );
  return sql`select id, key from (${sql.join(firstOfEach, sql` union all `)}) part
    ${order(sql`key`, sql`id`)} ${pageOf(page, pageSize)}`;
}

type Nulls<Row extends z.ZodMiniObject> = z.ZodMiniObject<{ [Column in keyof Row['shape']]: z.ZodMiniNull }>;

/** The columns of `Row`, all null. */
export function nullsFor<Row extends z.ZodMiniObject>(Row: Row): Nulls<Row> {
  return z.object(Object.fromEntries(Object.keys(Row.shape).map((column) => [column, z.null()]))) as Nulls<Row>;
}

/**
 * The rows of a raw SQL statement. `Row` gives their type. `More` has the other columns, where `Row` is a parameter of
 * the caller. Tests validate every row against the schemas (`checkRows`); in production there is no check and no cost.
 */
export function readRows<Row extends RowSchema>(
  db: Db,
  Row: Row,
  statement: RawBuilder<unknown>,
): Promise<Array<z.infer<Row>>>;
export function readRows<Row extends RowSchema, More extends z.ZodMiniObject>(
  db: Db,
  Row: Row,
  statement: RawBuilder<unknown>,
  More: More,
): Promise<Array<z.infer<Row> & z.infer<More>>>;
export async function readRows(
  db: Db,
  Row: RowSchema,
  statement: RawBuilder<unknown>,
  More?: z.ZodMiniObject,
): Promise<unknown[]> {
  const { rows } = await statement.execute(db);
  if (areRowsChecked) assertRows(rows, Row, statement.compile(db).sql, More);
  return rows;
}

/** Marks the place of a value in a statement that is compiled once. */
class StandIn {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/**
 * A statement for frequent calls: it is built and compiled only once, which otherwise takes as long as running it.
 * `build` may only pass the values into the statement, because it gets placeholders and cannot read them. `More` has
 * the other columns, where `Row` is a parameter of the caller.
 */
export function compileOnce<Row extends RowSchema, Values extends object>(
  Row: Row,
  build: (values: Values) => RawBuilder<unknown>,
): (db: Db, values: Values) => Promise<Array<z.infer<Row>>>;
export function compileOnce<Row extends RowSchema, Values extends object, More extends z.ZodMiniObject>(
  Row: Row,
  build: (values: Values) => RawBuilder<unknown>,
  More: More,
): (db: Db, values: Values) => Promise<Array<z.infer<Row> & z.infer<More>>>;
export function compileOnce<Values extends object>(
  Row: RowSchema,
  build: (values: Values) => RawBuilder<unknown>,
  More?: z.ZodMiniObject,
): (db: Db, values: Values) => Promise<unknown[]> {
  let compiled: CompiledQuery | undefined;
  return async (db, values) => {
    compiled ??= build(new Proxy({} as Values, { get: (_, name) => new StandIn(name) })).compile(db);
    const parameters = compiled.parameters.map((value) =>
      value instanceof StandIn ? values[value.name as keyof Values] : value,
    );
    const { rows } = await db.executeQuery({ ...compiled, parameters });
    if (areRowsChecked) assertRows(rows, Row, compiled.sql, More);
    return rows;
  };
}

/** The first row of a statement, or undefined when it returns none. */
export async function readRow<Row extends RowSchema>(
  db: Db,
  Row: Row,
  statement: RawBuilder<unknown>,
): Promise<z.infer<Row> | undefined> {
  const [row] = await readRows(db, Row, statement);
  return row;
}

/** The row of a statement that always returns one, such as a count. */
export async function readRowOrThrow<Row extends RowSchema>(
  db: Db,
  Row: Row,
  statement: RawBuilder<unknown>,
): Promise<z.infer<Row>> {
  const row = await readRow(db, Row, statement);
  if (row === undefined) throw new Error(`No row: ${firstLine(statement.compile(db).sql)}`);
  return row;
}

const PageTotals = z.object({ total: z.int() });

/** The columns that a page's statement returns besides `total`, and a callback that receives them. */
export interface MoreTotals<Columns extends z.ZodMiniObject> {
  Columns: Columns;
  remember: (totals: z.infer<Columns>) => void;
}

/**
 * The rows of one page and the total count. The statement outer-joins a row with `total`, and what `totals` names, with
 * the page's rows, so beyond the last page it returns one row with only those. `More` has columns that only the
 * statement needs.
 */
export async function readPage<
  Row extends z.ZodMiniObject<{ id: z.ZodMiniType<string> }>,
  Columns extends z.ZodMiniObject,
>(
  db: Db,
  Row: Row,
  statement: RawBuilder<unknown>,
  { More, totals }: { More?: z.ZodMiniObject | undefined; totals?: MoreTotals<Columns> | undefined } = {},
): Promise<{ rows: Array<z.infer<Row>>; total: number }> {
  const { rows } = await (statement as RawBuilder<{ id: string | null; total: number } & z.infer<Columns>>).execute(db);
  if (areRowsChecked) {
    const Found = z.object({ ...Row.shape, ...More?.shape });
    const Totals = z.object({ ...PageTotals.shape, ...totals?.Columns.shape });
    assertRows(rows, z.union([Found, nullsFor(Found)]), statement.compile(db).sql, Totals);
  }
  const [first] = rows;
  if (first) totals?.remember(first);
  return { rows: rows.filter(({ id }) => id !== null) as Array<z.infer<Row>>, total: first?.total ?? 0 };
}

/**
 * The rows of a statement that runs on a pg client, outside Kysely: with the owner's rights, or before the portal
 * starts.
 */
export async function queryRows<Row extends RowSchema>(
  client: Pick<pg.Pool, 'query'>,
  Row: Row,
  text: string,
  values?: unknown[],
): Promise<Array<z.infer<Row>>> {
  const { rows } = await client.query(text, values);
  if (areRowsChecked) assertRows(rows, Row, text);
  return rows as Array<z.infer<Row>>;
}

let areRowsChecked = false;

/**
 * From now on, every row of every statement in this process must match its schema exactly; a missing, unknown or wrong
 * column throws. Tests turn this on for all statements (testing/checkedRows.ts).
 */
export function checkRows(): void {
  areRowsChecked = true;
}

/** For other threads of the process. */
export const rowsAreChecked = (): boolean => areRowsChecked;

function assertRows(rows: unknown[], Row: RowSchema, text: string, More?: z.ZodMiniObject): void {
  const kinds = Row instanceof z.ZodMiniUnion ? Row.def.options : [Row];
  const strict = kinds.map((kind) => z.strictObject({ ...kind.shape, ...More?.shape }));
  for (const row of rows as Array<Record<string, unknown>>) {
    const failures = strict.map((kind) => z.safeParse(kind, row).error?.issues ?? []);
    if (failures.some((issues) => issues.length === 0)) continue;
    // The kind that fits best gives the most useful message.
    const [issues = []] = failures.sort((a, b) => a.length - b.length);
    const problems = issues.map((issue) => problemOf(issue, row));
    throw new Error(`A row does not match its schema: ${[firstLine(text), ...problems].join('\n  ')}`);
  }
}

function problemOf(issue: z.core.$ZodIssue, row: Record<string, unknown>): string {
  if (issue.code === 'unrecognized_keys') return `unknown column: ${issue.keys.join(', ')}`;
  const [column = ''] = issue.path;
  const expected = 'expected' in issue ? issue.expected : issue.code;
  return `${issue.path.join('.')}: ${expected}, not ${JSON.stringify(row[String(column)])?.slice(0, 100)}`;
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0]!;
