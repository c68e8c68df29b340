import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDb, createPool } from '@portico/server/db/pool';
import { readPeopleFile } from '@portico/server/features/people/peopleFile';
import { savePeople } from '@portico/server/sign-in/directory/savePeople';
import { root } from '../root.ts';

/** Reads the people file of the demo firm: branches, states, licenses and teams of its accounts and colleagues. */
export const readDemoFacts = () => readPeopleFile(readFileSync(join(root, 'demo/people.csv')));

/** Imports the people file, as `npm run people:import` does. */
export async function loadDemoFacts(databaseUrl: string): Promise<void> {
  const db = createDb(createPool({ url: databaseUrl, max: 1, prepare: false, statementTimeoutMs: 60_000 }));
  try {
    await savePeople(db, readDemoFacts().people, { leavers: 'keep' });
  } finally {
    await db.destroy();
  }
}
