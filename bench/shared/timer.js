/** Starts to measure; what it gives tells the microseconds since then, of CPU and on the wall, for one of so many. */
export function createTimer() {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  return (times) => {
    const { user, system } = process.cpuUsage(cpu);
    return { cpu: (user + system) / times, wall: ((performance.now() - startedAt) * 1000) / times };
  };
}
