import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface Value {
  stringValue?: string;
  intValue?: number;
  boolValue?: boolean;
  doubleValue?: number;
}
type Attribute = { key: string; value: Value };

export interface ExportedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: Attribute[];
  status?: { code?: number };
}

interface ExportedLog {
  traceId?: string;
  spanId?: string;
  severityText: string;
  body: Value;
  attributes: Attribute[];
}

interface Exported {
  resourceSpans?: Array<{ scopeSpans: Array<{ spans: ExportedSpan[] }> }>;
  resourceMetrics?: Array<{
    scopeMetrics: Array<{
      metrics: Array<{ name: string; histogram?: { dataPoints: Array<{ explicitBounds: number[] }> } }>;
    }>;
  }>;
  resourceLogs?: Array<{ scopeLogs: Array<{ logRecords: ExportedLog[] }> }>;
}

/** A receiver of OTLP over HTTP in JSON. With `isSilent` it accepts requests and never responds. */
export async function startCollector({ isSilent = false } = {}) {
  const bodies: string[] = [];
  const answer = async (request: IncomingMessage): Promise<void> => void bodies.push(await text(request));
  const server = createServer((request, response) => {
    if (isSilent) return;
    void answer(request).then(() => response.setHeader('content-type', 'application/json').end('{}'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const exported = () => bodies.map((body) => JSON.parse(body) as Exported);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Everything that has arrived, as text. */
    all: () => bodies.join('\n'),
    spans: () =>
      exported().flatMap(({ resourceSpans = [] }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    metrics: () =>
      exported().flatMap(({ resourceMetrics = [] }) =>
        resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
      ),
    logs: () =>
      exported().flatMap(({ resourceLogs = [] }) =>
        resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)),
      ),
  };
}

export const attributesOf = ({ attributes }: { attributes: Attribute[] }): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
