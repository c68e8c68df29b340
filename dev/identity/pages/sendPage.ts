import type { ServerResponse } from 'node:http';

/** Sends a page. Every response already has the security headers. */
export function send(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }).end(page);
}
