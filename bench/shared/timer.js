/** Starts a measurement. The returned function returns CPU and wall microseconds per operation since then. */
export function createTimer() {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  return (times) => {
    const { user, system } = process.cpuUsage(cpu);
    return { cpu: (user + system) / times, wall: ((performance.now() - startedAt) * 1000) / times };
  };
}
