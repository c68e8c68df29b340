import type { Endpoint } from './base/endpoint.ts';
import * as kinds from '@portico/kinds/schemaFiles';
import * as contracts from './contractFiles.generated.ts';

type ContractFile = (typeof contracts)[keyof typeof contracts];
type CallsOf<File> = { [Name in keyof File as File[Name] extends Endpoint ? Name : never]: File[Name] };
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The exports of every file with calls or schemas; a test names a file that is missing. */
export const contractFiles: Record<string, unknown>[] = [...Object.values(kinds), ...Object.values(contracts)];

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'summary' in value;

/**
 * Every call of the API by the name of its export. The server refuses to start if one has no route, or a route is not
 * among them.
 */
export const api = Object.fromEntries(
  contractFiles.flatMap((file) => Object.entries(file)).filter(([, value]) => isEndpoint(value)),
) as Merged<ContractFile extends infer File ? (File extends unknown ? CallsOf<File> : never) : never>;
