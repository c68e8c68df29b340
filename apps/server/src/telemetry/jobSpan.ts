import { activeTelemetry, inSpan } from './spans.ts';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';

/** The payload plus the span that queued the job; the job's schema strips it again. */
export function withTraceparent(payload: object): object {
  const span = activeTelemetry()?.current();
  return span ? { ...payload, traceparent: formatTraceparent(span) } : payload;
}

/** Runs a job in a span that continues the trace of the request that queued it. */
export function inJobSpan(name: string, payload: unknown, work: () => Promise<void>): Promise<void> {
  const parent = parseTraceparent((Object(payload) as { traceparent?: unknown }).traceparent);
  return inSpan(
    `process ${name}`,
    {
      kind: 'consumer',
      attributes: { 'messaging.operation.type': 'process', 'messaging.destination.name': name },
      parent,
    },
    work,
  );
}
