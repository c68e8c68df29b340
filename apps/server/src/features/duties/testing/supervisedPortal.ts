import { confirmItem, getItemConfirmation, listDuties } from '@portico/contracts/duties';
import { listNotifications } from '@portico/contracts/notifications';
import type { Change } from '@portico/contracts/studio/draft';
import { studioActions } from '../../../testing/studioActions.ts';
import { testPortal, type TestPortalOptions } from '../../../testing/testPortal.ts';
import { remindOfDuties, updateDuties } from '../duties.jobs.ts';

const ISSUER = 'https://id.example';
const NAMES = ['edda', 'ana', 'cora', 'nils'];

interface Asking {
  dueDate?: string;
  reminders?: 'Before' | 'Weekly';
  escalatesAfter?: number;
}

/** An item's part that asks for a confirmation, due on June 20 unless stated. */
export const asking = (more: Asking = {}): Change => ({
  do: 'insert',
  place: { tree: 'components', parent: null, after: null },
  component: { id: 'ask', type: 'Confirmation', statement: 'I have read it.', dueDate: '2026-06-20', ...more },
});

/** A portal on June 1 whose four people have addresses, and of whom Ana supervises Cora and Nils. */
export async function supervisedPortal(options: TestPortalOptions = {}) {
  const portal = await testPortal({
    now: new Date('2026-06-01T14:00:00Z'),
    ...options,
    env: { ...options.env, OIDC_ISSUER: ISSUER },
    issuer: { issuer: ISSUER },
  });
  const { as, db, clock, parts } = portal;
  const setPerson = (name: string, values: Record<string, string | null>) =>
    db.updateTable('users').set(values).where('subject', '=', name).execute();
  /** The identity provider sends no addresses, so each new token clears the address. */
  const move = async (iso: string) => {
    clock.now = new Date(iso);
    for (const name of NAMES) {
      await as(name)
        .call(listDuties, { query: {} })
        .catch(() => undefined);
      await setPerson(name, { email: `${name}@portico.test` });
    }
  };
  await move(clock.now.toISOString());
  await db.updateTable('users').set({ created_at: '2026-01-01T00:00:00Z' }).execute();
  for (const name of ['cora', 'nils']) await setPerson(name, { manager: 'ana@portico.test' });
  const actions = studioActions(() => as('edda'));
  return {
    ...portal,
    ...actions,
    setPerson,
    move,
    idOf: async (name: string) =>
      (await db.selectFrom('users').select('id').where('subject', '=', name).executeTakeFirstOrThrow()).id,
    ask: async (title: string, more: Asking = {}, changes: Change[] = []) => {
      const id = await actions.write(title, [...changes, asking(more)]);
      await actions.publish(id);
      return id;
    },
    confirm: async (name: string, itemId: string) => {
      const { revisionId } = await as(name).call(getItemConfirmation, { params: { itemId } });
      await as(name).call(confirmItem, { params: { itemId }, body: { revisionId, openedFrom: 'Page' } });
    },
    /** Moves the clock and runs the jobs that follow people and remind them. */
    at: async (iso: string) => {
      await move(iso);
      await updateDuties({}, parts);
      await remindOfDuties({}, parts);
    },
    /** Names of those who got a reminder by schedule, once for each. */
    reached: async () =>
      (
        await db
          .selectFrom('duty_reminder_people')
          .innerJoin('users', 'users.id', 'user_id')
          .select('subject')
          .orderBy('subject')
          .execute()
      ).map(({ subject }) => subject),
    notices: async (name: string) => (await as(name).call(listNotifications, {})).map(({ title }) => title),
    noticesOf: async (name: string) => as(name).call(listNotifications, {}),
    audited: async (action: string) =>
      (await db.selectFrom('audit_log').select('details').where('action', '=', action).orderBy('id').execute()).map(
        ({ details }) => details as Record<string, unknown>,
      ),
  };
}
