import { createFeeds } from '@portico/contracts/feeds';
import { eventCalendarUrl, getEvent, inviteMe, setRegistration } from '@portico/contracts/events';
import type { ContentComponent } from '@portico/kinds/content';
import type { Change } from '@portico/contracts/studio/draft';
import { publishStudioItem } from '@portico/contracts/studio/studio';
import { describe, expect, test } from 'vitest';
import { studioActions } from '../../testing/studioActions.ts';
import { invitationPortal } from './testing/invitationPortal.ts';

const ROOM = 'https://meet.example.com/j/88213?pwd=a&b=c';
const SURVEY = 'https://survey.example.com/wish-list';
const set = (name: string, value: unknown) => ({ do: 'field', name, value }) as Change;
const link = (tree: 'preEventData' | 'postEventData', href: string): Change => ({
  do: 'insert',
  component: { id: tree, type: 'Link', text: 'Tell us what to cover', href } satisfies ContentComponent,
  place: { tree, parent: null, after: null },
});
const virtual = [
  set('startsAt', '2026-06-12T14:00:00.000Z'),
  set('endsAt', '2026-06-12T15:00:00.000Z'),
  set('locationType', 'Virtual'),
];
const withRegistration = [...virtual, set('registration', { capacity: null, closesAt: null })];

async function setup() {
  const portal = await invitationPortal();
  const studio = studioActions(() => portal.as('edda'));
  const cookieOf = async (name: string) => {
    const { authorization = '', 'id-token': idToken } = await portal.as(name).headers();
    return `id_token=${idToken}; access_token=${authorization.slice('Bearer '.length)}`;
  };
  const unfolded = (text: string) => text.replaceAll(/\r\n[ \t]/g, '').replaceAll('\\', '');
  return {
    ...portal,
    ...studio,
    /** Publishes an event and returns what each place says to a person about joining it. */
    published: async (changes: Change[]) => {
      const eventId = await studio.write('Rates in plain words', changes, 'event');
      await studio.publish(eventId);
      return eventId;
    },
    async seenBy(name: string, eventId: string) {
      const page = await portal.as(name).call(getEvent, { params: { eventId } });
      const headers = { cookie: await cookieOf(name) };
      const file = await portal.portal.inject({ url: eventCalendarUrl(eventId), headers });
      const { allEvents } = await portal.as(name).call(createFeeds, {});
      const feed = await portal.portal.inject(new URL(allEvents).pathname);
      await portal.newMail();
      await portal.as(name).call(inviteMe, { params: { eventId } });
      const [mail] = await portal.newMail();
      const calendars = [file.body, feed.body].map(unfolded);
      return { page: page.joinLink, file: calendars[0]!, feed: calendars[1]!, mail: mail! };
    },
  };
}

describe('the join link of an event', () => {
  test('is the one that editors set, on the page, in calendars, feeds and mail, for those who may know it [EVENTS-046]', async () => {
    const { published, seenBy, as } = await setup();
    const eventId = await published([
      ...withRegistration,
      link('postEventData', SURVEY),
      set('joinLink', `  ${ROOM} `),
    ]);
    const before = await seenBy('cora', eventId);
    expect(before.page).toBeNull();
    expect([before.file, before.feed, before.mail.text].join('\n')).not.toMatch(/meet\.example|survey\.example/);

    await as('ana').call(setRegistration, { params: { eventId }, body: { registrationStatus: 'Registered' } });
    const { page, file, feed, mail } = await seenBy('ana', eventId);
    expect(page).toBe(ROOM);
    for (const calendar of [file, feed]) {
      expect(calendar).toContain(`LOCATION:${ROOM}`);
      expect(calendar).not.toContain('survey.example');
    }
    expect(mail.text).toContain(`Join: ${ROOM}`);
    expect(mail.invitation?.location).toBe(ROOM);
  });

  test('is for everyone if the event takes no registrations, until the event is over [EVENTS-046]', async () => {
    const { published, seenBy, as, clock } = await setup();
    const eventId = await published([...virtual, set('joinLink', ROOM)]);
    expect((await seenBy('cora', eventId)).page).toBe(ROOM);
    clock.now = new Date('2026-06-12T15:00:00.000Z');
    expect(await as('cora').call(getEvent, { params: { eventId } })).toMatchObject({ joinLink: null });
  });

  test('of an event without one is still the first link on the sign-up card, in calendars only [EVENTS-046, EVENTS-033]', async () => {
    const { published, seenBy } = await setup();
    const { page, file, mail } = await seenBy('ana', await published([...virtual, link('preEventData', SURVEY)]));
    expect(page).toBeNull();
    expect(file).toContain(`LOCATION:${SURVEY}`);
    expect(mail.text).toContain(`Join: ${SURVEY}`);
  });

  test('is nowhere if editors cleared it, whatever the card links to [EVENTS-046]', async () => {
    const { published, seenBy } = await setup();
    const eventId = await published([...virtual, link('preEventData', SURVEY), set('joinLink', '')]);
    const { page, file, feed, mail } = await seenBy('ana', eventId);
    expect(page).toBeNull();
    expect([file, feed, mail.text].join('\n')).not.toContain('survey.example');
    expect(mail.invitation?.location).toBe('Virtual');
  });

  test('of an event in person leaves the address of the venue in calendars [EVENTS-046]', async () => {
    const { published, seenBy } = await setup();
    const inPerson = [...virtual, set('locationType', 'InPerson'), set('location', 'Harbor room')];
    const { page, file, mail } = await seenBy('ana', await published([...inPerson, set('joinLink', ROOM)]));
    expect(page).toBe(ROOM);
    expect(file).toContain('LOCATION:Harbor room');
    expect(file).toContain(`Join: ${ROOM}`);
    expect(mail.invitation?.location).toBe('Harbor room');
  });

  test.each([
    'meet.example.com/j/1',
    'javascript:alert(1)',
    'mailto:desk@example.com',
    'https://me@example.com/',
    '/news',
  ])('that is not a web address is saved in the draft, but not published: %s [EVENTS-046, X2]', async (joinLink) => {
    const { write, open, as } = await setup();
    const itemId = await write('Rates in plain words', [...virtual, set('joinLink', joinLink)], 'event');
    const { version, sequence, draft } = await open(itemId);
    expect(draft.fields.joinLink).toBe(joinLink);
    const body = { version, sequence };
    expect(await as('edda').fail(publishStudioItem, { params: { itemId }, body })).toMatchObject({ status: 400 });
  });
});
