import type { Registry } from 'prom-client';
import { formatTraceparent, type TraceParent } from './traceparent.ts';

/* What the rest of the server knows of telemetry. Without `OTEL_EXPORTER_OTLP_ENDPOINT` nothing happens here, and the
packages of OpenTelemetry are not loaded. */

export type Attributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: Attributes;
  /** The histogram from OpenTelemetry's conventions that also records the duration, with the attributes. */
  measure?: string;
  /** The parent of the span; by default the current span. */
  parent?: TraceParent | undefined;
  /** The id of the trace if it begins here. */
  traceId?: string;
}

export interface OpenSpan {
  /** Runs `work` inside the span. */
  run<T>(work: () => T): T;
  end(outcome?: { error?: unknown; name?: string; attributes?: Attributes }): void;
}

export interface Telemetry {
  begin(name: string, options: SpanOptions): OpenSpan;
  /** The current span. */
  current(): TraceParent | undefined;
  /** Also exports the portal's gauges. */
  observe(registry: Registry): void;
  /** Exports a log line. */
  log(line: string): void;
  /** Exports what is left, within two seconds. */
  close(): Promise<void>;
}

let telemetry: Telemetry | undefined;

export function useTelemetry(given: Telemetry | undefined): void {
  telemetry = given;
}

export const activeTelemetry = (): Telemetry | undefined => telemetry;

/** Undefined while telemetry is off. */
export const beginSpan = (name: string, options: SpanOptions): OpenSpan | undefined => telemetry?.begin(name, options);

/** Runs `work` in a span of this name. */
export async function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = telemetry?.begin(name, options);
  if (!span) return work();
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}

/** Host and port of an address, without user and password. */
export function serverAttributes(address: string): Attributes {
  const { hostname, port } = new URL(address);
  return { 'server.address': hostname, ...(port === '' ? {} : { 'server.port': Number(port) }) };
}

/** The headers that let another service continue the trace. */
export function traceHeaders(): Record<string, string> {
  const span = telemetry?.current();
  return span ? { traceparent: formatTraceparent(span) } : {};
}
