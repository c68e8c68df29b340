import type { Endpoint } from './base/endpoint.ts';
import { modules } from '@portico/kinds/components';
import * as listed from './contractFiles.ts';

/** The files with calls or shapes; a test names one that is missing. */
export const contractFiles = { ...modules, ...listed };

type ContractFile = (typeof contractFiles)[keyof typeof contractFiles];
type CallsOf<File> = { [Name in keyof File as File[Name] extends Endpoint ? Name : never]: File[Name] };
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'summary' in value;

/**
 * Every call of the API by the name of its export. The server refuses to start if one has no route, or a route is not
 * among them.
 */
export const api = Object.fromEntries(
  Object.values<object>(contractFiles)
    .flatMap((file) => Object.entries<unknown>(file as Record<string, unknown>))
    .filter(([, value]) => isEndpoint(value)),
) as Merged<ContractFile extends infer File ? (File extends unknown ? CallsOf<File> : never) : never>;
