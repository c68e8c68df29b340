import { expect, onTestFinished, test } from 'vitest';
import { api } from '@portico/contracts/api';
import type { Endpoint } from '@portico/contracts/endpoint';
import { createApi } from '../app.ts';
import { asRoute, routePaths } from '../testing/routePaths.ts';
import { sharedPortal } from '../testing/testPortal.ts';
import { assertHiddenItemsAreInNoAnswer, reads } from '../testing/visibility/everyRead.ts';
import { members } from '../testing/visibility/scenarios.ts';

const shared = sharedPortal();

/**
 * For members, calls that only editors, administrators or studio roles may make do not exist: `access/matrix.test.ts`.
 */
const isRead = ({ method, access }: Endpoint): boolean =>
  method === 'GET' && !['editor', 'admin', 'studio', 'overseer', 'compliance'].includes(access ?? '');

test('the oracle checks every read for members [A1]', () => {
  expect(
    Object.entries<Endpoint>(api)
      .filter(([, endpoint]) => isRead(endpoint))
      .map(([name]) => name)
      .sort(),
  ).toEqual(Object.keys(reads).sort());
});

/** Reads that are not in the table. */
const otherReads = {
  /** Opened for every item by the property below. */
  opened: [
    'GET /media/:/:',
    'GET /media/documents/:',
    'GET /media/events/:',
    'GET /feeds/:/my-events.ics',
    'GET /feeds/:/events.ics',
    'GET /feeds/:/news.atom',
  ],
  /** These reveal no item: the stream only says that something has changed, the rest is about the server. */
  withoutItems: [
    // A person's own receipts, which stay when the item is gone: features/proofs/proofs.test.ts.
    'GET /media/proofs/:',
    // Receipts of everybody, for administrators: features/proofs/proofExports.test.ts.
    'GET /media/proof-exports/:.zip',
    // The audit log, for administrators: features/admin/audit/audit.test.ts.
    'GET /media/audit-log.csv',
    'GET /api/v1/stream',
    'GET /api/docs',
    'GET /api/openapi.json',
    'GET /healthz',
    'GET /readyz',
    'GET /metrics',
  ],
  /** For systems with an API token, about items for everyone: features/admin/serviceReads.test.ts. */
  ofServices: [
    'GET /service/v1/documents',
    'GET /service/v1/documents/:',
    'GET /service/v1/events',
    'GET /service/v1/events/:',
    'GET /service/v1/news',
    'GET /service/v1/news/:',
    'GET /service/v1/resources',
    'GET /service/v1/resources/:',
    'GET /service/v1/search',
  ],
  /** For identity providers, about people and groups: personal tokens do not open them. */
  ofScim: [
    // Everything else under `/scim/v2`.
    'GET *',
    'GET /scim/v2/Groups',
    'GET /scim/v2/Groups/:',
    'GET /scim/v2/ResourceTypes',
    'GET /scim/v2/ResourceTypes/:',
    'GET /scim/v2/Schemas',
    'GET /scim/v2/Schemas/:',
    'GET /scim/v2/ServiceProviderConfig',
    'GET /scim/v2/Users',
    'GET /scim/v2/Users/:',
  ],
  /** Form entries, which belong to their sender and the editors. */
  ofForms: [
    'GET /media/form-exports/:.zip',
    'GET /media/forms/:',
    'GET /api/v1/studio/forms/:/entries.csv',
    'GET /api/v1/studio/forms/:/entries.xlsx',
  ],
  /** A reader's own records, and who has confirmed an item, for those who may edit it: tests of both features. */
  ofDuties: [
    // Titles of events at which the person was, as in the ledger of credits; see decision 334.
    'GET /api/v1/duties/credits/certificates/:',
    'GET /api/v1/duties/credits/files/:',
    'GET /api/v1/duties/credits/record',
    'GET /api/v1/duties/records/:',
    'GET /api/v1/studio/confirmations/:/people.csv',
    'GET /api/v1/studio/confirmations/:/people.xlsx',
  ],
  /** Everybody’s credits and needs, for those who oversee them: features/studio/credits/credits.test.ts. */
  ofCredits: [
    'GET /api/v1/studio/credits.csv',
    'GET /api/v1/studio/credits.xlsx',
    'GET /api/v1/studio/credits/claims.csv',
    'GET /api/v1/studio/credits/claims.xlsx',
    'GET /api/v1/studio/credits/needs.csv',
    'GET /api/v1/studio/credits/needs.xlsx',
  ],
  /** Words that people searched for, for administrators of the studio: features/search/insights/insights.test.ts. */
  ofInsights: ['GET /api/v1/studio/insights/searches.csv', 'GET /api/v1/studio/insights/searches.xlsx'],
  /** How many people read an item, for those who may edit it: features/studio/readership/readership.test.ts. */
  ofReadership: [
    'GET /api/v1/studio/readership.csv',
    'GET /api/v1/studio/readership.xlsx',
    'GET /api/v1/studio/readership/:/days.csv',
    'GET /api/v1/studio/readership/:/days.xlsx',
  ],
  /** Earlier files, for those who may open the document in the studio: features/studio/documentVersions.test.ts. */
  ofDocuments: ['GET /media/documents/:/versions/:'],
  /** The people of an event, for those who may edit it: features/studio/eventsDesk/rosterMessages.test.ts. */
  ofEvents: ['GET /api/v1/studio/events/:/roster.csv', 'GET /api/v1/studio/events/:/roster.xlsx'],
};

test('every readable address is in the table, is opened by the oracle, or reveals nothing about items [A1]', async () => {
  const { parts } = shared();
  const portal = await createApi({ ...parts });
  onTestFinished(() => portal.close());
  const known = new Set(Object.values<Endpoint>(api).map(({ method, path }) => `${method} ${asRoute(path)}`));
  const others = routePaths(portal).filter((route) => route.startsWith('GET ') && !known.has(route));
  expect(others.sort()).toEqual(Object.values(otherReads).flat().sort());
});

test('calls for editors are rejected for everyone else, and hidden ones respond like unknown paths [A1, A4]', async () => {
  const portal = shared();
  const studio = Object.values<Endpoint>(api).filter(
    ({ access }) => access === 'studio' || access === 'editor' || access === 'admin',
  );
  expect(studio.length).toBeGreaterThan(0);
  for (const { method, path, isHidden } of studio) {
    const url = path.replaceAll(/:\w+/g, '6f9b1d4e-0000-4000-8000-000000000000');
    for (const reader of Object.keys(members)) {
      const answer = await portal.portal.inject({
        method,
        url,
        headers: await portal.as(reader).headers(),
        ...(method === 'GET' ? {} : { payload: {} }),
      });
      expect(answer.json(), `${reader} ${method} ${path}`).toMatchObject({
        code: isHidden ? 'not_found' : 'forbidden',
      });
    }
    expect(
      (await portal.portal.inject({ method, url, ...(method === 'GET' ? {} : { payload: {} }) })).statusCode,
      `nobody ${method} ${path}`,
    ).toBe(401);
  }
});

/** A portal with an item of each kind in each state; `hidden.long.test.ts` creates random ones. */
test('hidden items appear in no response: not listed, counted, found, suggested, named or in feeds [A1, A2, A3, A4, AUDIENCE-001]', () =>
  assertHiddenItemsAreInNoAnswer(1));
