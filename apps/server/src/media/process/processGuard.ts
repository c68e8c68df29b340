/** Memory of the whole process. The largest accepted file takes a quarter of it. Source: TRUST U4. */
const MAX_MEMORY_BYTES = 700 * 1024 * 1024;
/** CPU time rather than wall-clock time, so that a busy machine does not end a harmless process. */
const MAX_CPU_MS = 60_000;
const CHECK_INTERVAL_MS = 20;

/** Runs in a separate thread and ends the whole process from there, because the main thread may never become idle. */
setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (process.memoryUsage.rss() > MAX_MEMORY_BYTES || (user + system) / 1000 > MAX_CPU_MS)
    process.kill(process.pid, 'SIGKILL');
}, CHECK_INTERVAL_MS);
