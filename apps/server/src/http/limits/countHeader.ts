import type { FastifyRequest } from 'fastify';

/**
 * How often a request has a header; `name` in lower case. Node joins or drops repeated headers, so this counts the raw
 * list.
 */
export function countHeader(request: FastifyRequest, name: string): number {
  let count = 0;
  const { rawHeaders } = request.raw;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === name.length && rawHeaders[i]!.toLowerCase() === name) count += 1;
  return count;
}
