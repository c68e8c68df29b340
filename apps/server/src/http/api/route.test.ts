import { onTestFinished, expect, test } from 'vitest';
import { api } from '@portico/contracts/api';
import { endpoint, type Endpoint } from '@portico/contracts/endpoint';
import { createApi } from '../../app.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { route } from './route.ts';

const shared = sharedPortal();
const forgotten = endpoint({ method: 'GET', path: '/api/v1/forgotten', summary: 'A call of this test' });

test('the server does not start if an endpoint of the contract has no route', async () => {
  const table: Record<string, Endpoint> = api;
  table['getForgotten'] = forgotten;
  onTestFinished(() => void delete table['getForgotten']);
  await expect(createApi(shared().parts)).rejects.toThrow(
    'These calls of contracts/api.ts have no route: getForgotten (GET /api/v1/forgotten).',
  );
});

test('a route cannot be registered for an endpoint that is not in the contract', () => {
  expect(() => route(shared().portal, forgotten, () => Promise.resolve())).toThrow(
    'GET /api/v1/forgotten has a route but is missing from contracts/api.ts.',
  );
});
