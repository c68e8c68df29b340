import { expect, test } from 'vitest';
import { remindOfDuties, updateDuties } from './duties.jobs.ts';
import { supervisedPortal } from './testing/supervisedPortal.ts';

const REMINDED = 'news.confirmation-reminded';

test('reminders go to those still missing in the morning of each planned day, once, and stop with the confirmation [DUTY-042]', async () => {
  const { ask, confirm, at, notices, audited } = await supervisedPortal();
  const itemId = await ask('Travel policy', { reminders: 'Weekly' });
  await confirm('ana', itemId);
  await at('2026-06-13T10:50:00Z');
  expect(await notices('cora')).toEqual([]);
  await at('2026-06-13T11:00:00Z');
  await at('2026-06-13T11:10:00Z');
  await at('2026-06-14T11:00:00Z');
  expect([await notices('cora'), await notices('ana')]).toEqual([['Please confirm: Travel policy'], []]);
  await at('2026-06-19T11:00:00Z');
  await confirm('nils', itemId);
  await at('2026-06-27T11:00:00Z');
  await at('2026-07-04T11:00:00Z');
  expect([(await notices('cora')).length, (await notices('nils')).length]).toEqual([4, 2]);
  expect((await audited(REMINDED)).map(({ step, people }) => [step, people])).toEqual([
    ['2026-06-13', 3],
    ['2026-06-19', 3],
    ['2026-06-27', 2],
    ['2026-07-04', 2],
  ]);
});

test('without a schedule nobody is reminded, and one that ends with the due date stays silent after it [DUTY-042]', async () => {
  const { ask, at, notices } = await supervisedPortal();
  await ask('Never');
  await ask('Before', { reminders: 'Before' });
  for (const day of ['13', '19', '27']) await at(`2026-06-${day}T11:00:00Z`);
  expect(await notices('cora')).toEqual(['Please confirm: Before', 'Please confirm: Before']);
});

test('people who were asked on the planned day or later, who have left or are disabled get no reminder [DUTY-042]', async () => {
  const { ask, clock, reached, setPerson, parts } = await supervisedPortal();
  const hybrid = [{ do: 'field' as const, name: 'audience' as const, value: ['AdvisorHybrid' as const] }];
  for (const name of ['cora', 'nils', 'edda']) await setPerson(name, { advisor_type: 'AdvisorHybrid' });
  await setPerson('edda', { advisor_type: 'Nla' });
  await updateDuties({}, parts);
  await ask('Policy', { reminders: 'Before' }, hybrid);
  const at = async (iso: string) => {
    clock.now = new Date(iso);
    await updateDuties({}, parts);
    await remindOfDuties({}, parts);
  };
  await setPerson('nils', { disabled_at: '2026-06-10T00:00:00Z' });
  await setPerson('edda', { advisor_type: 'AdvisorHybrid' });
  // Half past midnight of the planned day.
  await at('2026-06-13T04:30:00Z');
  await setPerson('cora', { advisor_type: 'Nla' });
  await at('2026-06-13T12:00:00Z');
  expect(await reached()).toEqual(['ana']);
  await setPerson('nils', { disabled_at: null });
  await at('2026-06-13T13:00:00Z');
  expect(await reached()).toEqual(['ana']);
  // One day later, those who joined are reminded like everybody.
  await at('2026-06-19T12:00:00Z');
  expect(await reached()).toEqual(['ana', 'ana', 'edda', 'nils']);
});

test('each person is reminded in the day of their own zone, and the step is audited once with all of them [DUTY-043]', async () => {
  const { ask, at, reached, setPerson, audited } = await supervisedPortal();
  await setPerson('cora', { time_zone: 'Asia/Tokyo' });
  await setPerson('nils', { time_zone: 'Pacific/Honolulu' });
  await ask('Policy', { reminders: 'Before' });
  await at('2026-06-12T21:50:00Z');
  expect(await reached()).toEqual([]);
  await at('2026-06-12T22:00:00Z');
  expect(await reached()).toEqual(['cora']);
  await at('2026-06-13T11:00:00Z');
  expect(await reached()).toEqual(['ana', 'cora', 'edda']);
  expect(await audited(REMINDED)).toEqual([]);
  await at('2026-06-13T17:00:00Z');
  expect(await reached()).toEqual(['ana', 'cora', 'edda', 'nils']);
  await at('2026-06-13T18:00:00Z');
  expect((await audited(REMINDED)).map(({ people }) => people)).toEqual([4]);
});

test('two workers, and one that dies before its transaction is committed, send a reminder once [DUTY-044]', async () => {
  const { ask, clock, parts, notices } = await supervisedPortal();
  await ask('Policy', { reminders: 'Before' });
  clock.now = new Date('2026-06-13T11:00:00Z');
  const dying = {
    ...parts,
    notify: async (...given: Parameters<typeof parts.notify>) => {
      await parts.notify(...given);
      throw new Error('killed');
    },
  };
  await expect(remindOfDuties({}, dying)).rejects.toThrow('killed');
  expect(await notices('cora')).toEqual([]);
  await Promise.all([remindOfDuties({}, parts), remindOfDuties({}, parts), remindOfDuties({}, parts)]);
  expect(await notices('cora')).toEqual(['Please confirm: Policy']);
});
