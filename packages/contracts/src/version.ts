import { z } from 'zod/mini';
import { endpoint } from './base/endpoint.ts';

export const getVersion = endpoint({
  method: 'GET',
  path: '/api/v1/version',
  summary: 'The build that handles the request',
  access: 'anyone',
  response: z.object({ version: z.string(), build: z.string() }),
});
