import { HOUR_MS } from '@portico/contracts/durations';
import { testPortal, type TestPortal } from '../../../testing/testPortal.ts';
import { bodyOf } from './searches.ts';

const inHours = (hours: number, now: Date) => new Date(now.getTime() + hours * HOUR_MS).toISOString();

/** A portal with guides, news and events about the same things. */
export async function portalWithGuides(): Promise<TestPortal> {
  const portal = await testPortal();
  const { make, clock } = portal;
  await make.resource({
    header: 'Rollovers from an employer plan',
    components: bodyOf('How to roll over a plan: compare, write it down, then request the rollover. '.repeat(3)),
  });
  await make.resource({
    header: 'Outside activities and private investments',
    components: bodyOf('Ask before you start any activity outside the firm.'),
  });
  await make.resource({
    header: 'Roles in the office',
    components: bodyOf('What each job has to do, and who sits on which side of the office.'),
  });
  await make.news({ header: 'Rollover volumes rose', components: bodyOf('A rollover record. '.repeat(8)) });
  for (const [header, startsIn] of [
    ['Rollover day', -900],
    ['Rollover workshop', -400],
    ['Rollover forum', 400],
  ] as const)
    await make.event({
      header,
      startsAt: inHours(startsIn, clock.now),
      endsAt: inHours(startsIn + 2, clock.now),
      components: bodyOf('We talk about a rollover and how to do a rollover from a plan.'),
    });
  return portal;
}
