import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { inNetworks } from '../settings/networks.ts';

export interface TraceParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

const PATTERN =
  /^(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<rest>-.*)?$/;

/** Undefined unless valid. Source: W3C Trace Context, 3.2.2. */
export function parseTraceparent(header: unknown): TraceParent | undefined {
  const { version, traceId, spanId, flags, rest } = (typeof header === 'string' && PATTERN.exec(header)?.groups) || {};
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const formatTraceparent = ({ traceId, spanId, isSampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`;

/** 32 lowercase hexadecimal digits, the format of a trace id. */
const newTraceId = (): string => randomBytes(16).toString('hex');

/**
 * Request ids are trace ids as well. A trace that began at a trusted proxy is continued; anyone else could choose ids
 * that appear in our log.
 */
export function createRequestIds(trustedProxies: string[]): {
  idOf(request: IncomingMessage): string;
  parentOf(request: IncomingMessage): TraceParent | undefined;
} {
  const isTrusted = inNetworks(trustedProxies);
  const parentOf = (request: IncomingMessage): TraceParent | undefined =>
    trustedProxies.length > 0 && isTrusted(request.socket.remoteAddress ?? '')
      ? parseTraceparent(request.headers['traceparent'])
      : undefined;
  return { parentOf, idOf: (request) => parentOf(request)?.traceId ?? newTraceId() };
}
