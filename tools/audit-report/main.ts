import { parseArgs } from 'node:util';
import { commandName } from '../operate/commandName.ts';
import { withPortalDatabase } from '../operate/portalDatabase.ts';
import { toCsv } from './csv.ts';
import { reportItem } from './itemReport.ts';
import { runMain } from '../runMain.ts';

const usage = `${commandName('audit:report')} --item <id> [--csv people | --csv entries]

Reports who could see a content item and when, how often they signed in during that time, and every audit log entry about
the item, downloads included: as JSON, or the people or the entries as CSV. The item's id is part of its address.
`;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Exit codes: 0 for a report, 1 for an unknown item or no database, 2 for invalid arguments. */
async function main(): Promise<number> {
  const {
    values: { item, csv, help },
  } = parseArgs({ options: { item: { type: 'string' }, csv: { type: 'string' }, help: { type: 'boolean' } } });
  if (help || !item || ![undefined, 'people', 'entries'].includes(csv)) {
    process.stdout.write(usage);
    return help ? 0 : 2;
  }
  if (!UUID.test(item))
    throw new Error(
      `There is no item ${item}. Ids look like 01987654-3210-7abc-8def-0123456789ab, as in an item’s address.`,
    );
  return withPortalDatabase({}, async ({ applicationUrl }) => {
    const report = await reportItem(applicationUrl, item);
    if (!report) throw new Error(`There is no item ${item}.`);
    if (csv === undefined) process.stdout.write(`${JSON.stringify(report, null, 1)}\n`);
    else process.stdout.write(toCsv(csv === 'people' ? report.couldSee : report.entries));
    return 0;
  });
}

await runMain(main);
