/**
 * Measures the unread count and the event streams; `npm run bench -- notifications`. results/notifications.md says what
 * and how, and has the latest results.
 */
import { loadavg } from 'node:os';
import { processorName, runProgram } from './program.ts';
import { startSearchDatabase } from './search/searchDatabase.ts';
import { fillNotifications, measureCounts, tableOfCounts, type Sizes } from './notifications/unreadCounts.ts';
import { measureStreams, tableOfStreams } from './notifications/openStreams.ts';

const flags = process.argv.slice(2);
if (flags.some((flag) => flag !== '--quick')) {
  process.stderr.write('Unknown options. The only option is --quick: 2,000 people and 200 streams.\n');
  process.exit(2);
}
const isQuick = flags.includes('--quick');
const sizes: Sizes = isQuick
  ? { people: 2000, readers: 100, broadcasts: 1000, own: 50 }
  : { people: 100_000, readers: 1000, broadcasts: 1000, own: 50 };

await runProgram(async ({ log, onStop }) => {
  log(`Node ${process.version}, ${processorName()}, load before the run ${loadavg()[0]!.toFixed(2)}`);
  const database = await startSearchDatabase(onStop);
  log(
    `Storing ${sizes.people} people, ${sizes.broadcasts} broadcasts and ${sizes.own} notifications of each person's own`,
  );
  await fillNotifications(database.url, sizes);
  log('Counting');
  const counts = await measureCounts(database.url, isQuick ? 100 : 300);
  log(`\n${tableOfCounts(counts)}\n`);
  log('Opening streams');
  const streams = await measureStreams(database, { streams: isQuick ? 200 : 1000, settleMs: 10_000 }, onStop);
  log(`\n${tableOfStreams(streams)}`);
});
