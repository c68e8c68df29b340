import { errorCodes } from '@portico/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PortalError } from '../../errors.ts';
import { createNonce } from '../headers/securityHeaders.ts';
import { logError } from '../monitoring/requestLog.ts';
import { escapeHtml } from '../pages/escapeHtml.ts';

/**
 * Whether a person navigated to an address that the server is too busy to serve, or to a file that is held. Problem
 * details mean nothing to them.
 */
export const isForPeople = ({ code }: PortalError, request: FastifyRequest): boolean =>
  (code === 'unavailable' || code === 'too_many_requests' || code === 'file_held') &&
  request.method === 'GET' &&
  request.headers['sec-fetch-mode'] === 'navigate' &&
  request.headers['sec-fetch-dest'] === 'document';

/** Responds with a page that explains the error and links back to the same address. */
export function sendErrorPage(
  error: PortalError,
  request: FastifyRequest,
  reply: FastifyReply,
  productName: string,
): FastifyReply {
  logError(request, error);
  const nonce = createNonce();
  const isHeld = error.code === 'file_held';
  const texts = isHeld
    ? { heading: errorCodes.file_held.title, text: error.message }
    : {
        heading: `${productName} is very busy right now`,
        text: 'Nothing is lost. Please wait a few seconds and try again.',
      };
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  if (!isHeld) void reply.header('retry-after', String(error.retryAfter ?? 1));
  return reply
    .code(errorCodes[error.code].status)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(errorPage({ ...texts, productName, nonce, requestId: request.id }));
}

/** A self-contained page. */
function errorPage({
  heading,
  text,
  productName,
  nonce,
  requestId,
}: Record<'heading' | 'text' | 'productName' | 'nonce' | 'requestId', string>): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)} – ${escapeHtml(productName)}</title>
<style nonce="${nonce}">
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; font: 1.0625rem/1.5 system-ui, sans-serif;
  background: light-dark(#f8f6f2, #131916); color: light-dark(#1f2723, #ece8df); }
main { max-width: 30rem; padding: 2rem; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .75rem; }
a { display: inline-block; padding: .625rem 1rem; border-radius: .5rem; font-weight: 600; text-decoration: none;
  background: light-dark(#14513f, #9fd3bf); color: light-dark(#fff, #10201a); }
a:focus-visible { outline: 3px solid currentcolor; outline-offset: 3px; }
small { display: block; margin-top: 1.5rem; opacity: .8; }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
<a href="">Try again</a>
<small>Reference: ${escapeHtml(requestId)}</small>
</main>
</body>
</html>
`;
}
