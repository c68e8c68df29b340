import { randomUUID } from 'node:crypto';
import type { CreditLine } from '@portico/kinds/credits';
import { listCredits } from '@portico/contracts/credits';
import { HOUR_MS } from '@portico/contracts/durations';
import { setRegistration } from '@portico/contracts/events';
import { saveCreditNeed, type CreditNeed } from '@portico/contracts/studio/credits';
import { saveAttendance } from '@portico/contracts/studio/eventsDesk';
import { supervisedPortal } from './supervisedPortal.ts';

export const lineOf = (hours: string, more: Partial<CreditLine> = {}): CreditLine => ({
  program: 'Insurance CE',
  state: 'NC',
  subject: 'Ethics',
  hours,
  ...more,
});

/** Three hours of Insurance CE in NC each calendar year, due on November 30, for everyone. */
export const needOf = (more: Partial<CreditNeed> = {}): CreditNeed => ({
  program: 'Insurance CE',
  state: 'NC',
  subject: '',
  hours: '3',
  startsOn: '01-01',
  dueOn: '11-30',
  firstYear: 2026,
  lastYear: null,
  reminders: null,
  audience: [],
  audienceRule: { include: {}, exclude: {} },
  ...more,
});

/** The supervised portal of a firm in New York, with what is needed for credits. Edda administers the studio. */
export async function creditedPortal(env: Record<string, string> = {}) {
  const portal = await supervisedPortal({ env: { FIRM_TIME_ZONE: 'America/New_York', ...env } });
  const { as, make, clock, idOf } = portal;
  let presses = 0;
  const press = async (eventId: string, name: string, isHere: boolean) => {
    presses += 1;
    const at = new Date(clock.now.getTime() - 1_000_000 + presses * 1000).toISOString();
    await as('edda').call(saveAttendance, {
      params: { itemId: eventId },
      body: {
        sentAt: clock.now.toISOString(),
        presses: [{ personId: await idOf(name), isHere, pressedAt: at }],
      },
    });
  };
  const eventThat = (counts: CreditLine[], more: { header?: string; endsAt?: string } = {}) => {
    const endsAt = more.endsAt ?? '2026-06-05T20:00:00.000Z';
    return make.event({
      header: more.header ?? 'Ethics day',
      startsAt: new Date(Date.parse(endsAt) - HOUR_MS).toISOString(),
      endsAt,
      registration: {},
      credits: counts,
    });
  };
  const register = (eventId: string, name: string) =>
    as(name).call(setRegistration, { params: { eventId }, body: { registrationStatus: 'Registered' } });
  return {
    ...portal,
    press,
    eventThat,
    register,
    /** An event at which these people were. */
    attended: async (names: string[], counts: CreditLine[], more: { header?: string; endsAt?: string } = {}) => {
      const eventId = await eventThat(counts, more);
      for (const name of names) {
        await register(eventId, name);
        await press(eventId, name, true);
      }
      return eventId;
    },
    addNeed: async (more: Partial<CreditNeed> = {}, id: string = randomUUID()) => {
      await as('edda').call(saveCreditNeed, { params: { needId: id }, body: { version: null, need: needOf(more) } });
      return id;
    },
    creditsOf: (name: string, year?: string) =>
      as(name).call(listCredits, { query: year === undefined ? {} : { year } }),
  };
}
