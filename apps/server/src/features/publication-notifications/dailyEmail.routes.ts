import type { FastifyInstance } from 'fastify';
import { isEmailAddress } from '@portico/kinds/emailAddress';
import { getDailyEmail, setDailyEmail, type DailyEmail } from '@portico/contracts/notifications';
import type { Dependencies } from '../../dependencies.ts';
import { route } from '../../http/api/route.ts';
import { findDailyEmail, saveDailyEmail, type DailyEmailRow } from './dailyEmail.queries.ts';

/** Whether the signed-in person receives the daily email. Source: decisions/0190. */
export function dailyEmailRoutes(portal: FastifyInstance, { db, config }: Pick<Dependencies, 'db' | 'config'>): void {
  const answer = ({ isOn, email }: DailyEmailRow): DailyEmail => ({
    isOn,
    isAvailable: config.SMTP_URL !== undefined && isEmailAddress(email),
  });
  route(portal, getDailyEmail, async ({ person, reads }) => answer(await findDailyEmail(reads, person.id)));
  route(portal, setDailyEmail, async ({ person, body }) => answer(await saveDailyEmail(db, person.id, body.isOn)));
}
