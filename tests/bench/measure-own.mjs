// Workloads of this project's WebAssembly beside each other.
import { interleave, timeRun } from "./rounds.mjs";

export async function measureOwn({ posenc }, group) {
  const flops = {};
  const workloads = [];
  const candidates = Object.entries(group.workloads).map(([name, description]) => {
    const workload = posenc.workload(description);
    workloads.push(workload);
    workload.run();
    flops[name] = workload.flops();
    return { name, sample: (milliseconds) => timeRun(workload.run, milliseconds) };
  });
  const seconds = await interleave(candidates, group.rounds);
  for (const workload of workloads) workload.free();
  return { id: group.id, kind: group.kind, flops, seconds };
}
