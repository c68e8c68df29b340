import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getEvent } from '@portico/contracts/events';
import { sharedPortal } from '../../testing/testPortal.ts';

const shared = sharedPortal({ now: new Date('2026-03-08T12:00:00Z') });

test('an event has its stored location, time, speakers and components [EVENTS-007, EVENTS-019]', async () => {
  const { as, make } = shared();
  const eventId = await make.event({
    header: 'Spring conference',
    startsAt: '2026-03-09T14:00:00Z',
    endsAt: '2026-03-09T15:30:00.5Z',
    categories: ['Training'],
    locationType: 'InPerson',
    location: 'Denver',
    speakers: ['Ida Berg'],
  });
  expect(await as('ana').call(getEvent, { params: { eventId } })).toMatchObject({
    id: eventId,
    header: 'Spring conference',
    startDate: '2026-03-09T14:00:00Z',
    endDate: '2026-03-09T15:30:00.5Z',
    locationType: 'InPerson',
    location: 'Denver',
    speakers: ['Ida Berg'],
    categories: ['Training'],
    creatorInfo: { kind: 'System' },
    components: [{ id: 'b1', type: 'BodyText' }],
    authorDepartment: 'Operations',
    registrationStatus: 'Unregistered',
    publishedAt: expect.any(String),
    createdAt: '2026-03-08T12:00:00Z',
    description: expect.any(String),
    preEventData: null,
    postEventData: null,
  });
});

test('a virtual event has no location or speakers unless they are given', async () => {
  const eventId = await shared().make.event({ locationType: 'Virtual' });
  expect(await shared().as('ana').call(getEvent, { params: { eventId } })).toMatchObject({
    locationType: 'Virtual',
    location: null,
    speakers: [],
  });
});

test("past events can be read; drafts and scheduled, expired or other people's events return 404 [BASE-006, A4]", async () => {
  const { as, make } = shared();
  const over = await make.event({ startsAt: '2026-03-01T00:00:00Z', endsAt: '2026-03-01T01:00:00Z' });
  expect((await as('ana').call(getEvent, { params: { eventId: over } })).id).toBe(over);
  for (const eventId of [
    await make.event({ isDraft: true }),
    await make.event({ publishedAt: '2026-03-08T12:00:00.001Z' }),
    await make.event({ publishedAt: '2026-01-01T00:00:00Z', expiresAt: '2026-03-08T12:00:00Z' }),
    await make.event({ audience: ['AdvisorCorporate'] }),
    await make.news({}),
    randomUUID(),
  ])
    expect(await as('ana').fail(getEvent, { params: { eventId } })).toMatchObject({ status: 404, code: 'not_found' });
});
