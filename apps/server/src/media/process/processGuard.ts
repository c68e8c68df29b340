/** Source: TRUST U4. Of the whole process; the largest file that may come in takes a quarter of it. */
const MAX_MEMORY_BYTES = 700 * 1024 * 1024;
/** Time on a processor, not on the clock, so that a busy machine does not end what is all right. */
const MAX_WORK_MS = 60_000;
const EVERY_MS = 20;

/** Runs in a thread beside what looks at a file and ends the whole process from there, because that may never come to a pause. */
setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (process.memoryUsage.rss() > MAX_MEMORY_BYTES || (user + system) / 1000 > MAX_WORK_MS)
    process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);
