import type { FastifyInstance } from 'fastify';
import { createNonce } from '../headers/securityHeaders.ts';

interface Operation {
  operationId?: string;
  summary?: string;
  security?: unknown[];
  parameters?: Array<{ name: string; in: string; required?: boolean; schema?: object }>;
  requestBody?: { content?: Record<string, { schema?: object }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: object }> }>;
}

const REFERENCE = /#\/components\/schemas\/([\w.-]+)/g;

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
const code = (value: object | undefined): string =>
  `<pre tabindex="0">${escapeText(JSON.stringify(value ?? {}, null, 2)).replaceAll(REFERENCE, '<a href="#schema-$1">$&</a>')}</pre>`;
const fold = (title: string, content: string): string =>
  `<details><summary>${escapeText(title)}</summary>${content}</details>`;

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-family: Georgia, serif; font-weight: 500; }
article { border-top: 1px solid color-mix(in srgb, currentcolor 20%, transparent); padding: 1rem 0; }
h2 { font: 600 1.05rem/1.4 ui-monospace, monospace; margin: 0; overflow-wrap: anywhere; }
p { margin: .25rem 0; }
summary { cursor: pointer; min-height: 1.75rem; }
pre { overflow: auto; max-height: 24rem; font-size: .85rem; padding: .75rem; border: 1px solid color-mix(in srgb, currentcolor 20%, transparent); border-radius: 6px; }`;

/** `/api/docs`: the OpenAPI description as a web page without scripts. */
export function showApiDocs(portal: FastifyInstance): void {
  portal.get('/api/docs', { config: { access: 'anyone' }, schema: { hide: true } }, async (_request, reply) => {
    const { info, paths, components } = portal.swagger() as {
      info: { title: string; description?: string };
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: Record<string, object> };
    };
    const schemas = Object.entries(components.schemas).map(
      ([name, schema]) => `<div id="schema-${escapeText(name)}">${fold(name, code(schema))}</div>`,
    );
    const articles = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => articleOf(method, path, operation)),
    );
    const nonce = createNonce();
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(info.title)}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>${escapeText(info.title)}</h1><p>${escapeText(info.description ?? '')}</p>
<p><a href="/api/openapi.json">OpenAPI 3.1 description</a></p>${articles.join('')}<h2>Schemas</h2>${schemas.join('')}</main></body></html>`);
  });
}

function articleOf(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map((one) =>
    fold(`${one.name} (${one.in}${one.required ? ', required' : ''})`, code(one.schema)),
  );
  const body = Object.values(operation.requestBody?.content ?? {}).map((one) => fold('Request body', code(one.schema)));
  const answers = Object.entries(operation.responses ?? {}).flatMap(([status, answer]) =>
    Object.values(answer.content ?? {}).map((one) => fold(`Answer ${status}`, code(one.schema))),
  );
  const access = operation.security?.length === 0 ? 'Open to anyone.' : 'Needs both tokens.';
  return `<article id="${escapeText(operation.operationId ?? '')}"><h2>${method.toUpperCase()} ${escapeText(path)}</h2>
<p>${escapeText(operation.summary ?? '')}. ${access}</p>${[...parameters, ...body, ...answers].join('')}</article>`;
}
