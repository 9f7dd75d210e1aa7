// The native builds, each beside its own peak, and PyTorch: processes that take turns.
import { interleave } from "./rounds.mjs";

export async function measureNative({ programs }, group) {
  const flops = {};
  const candidates = Object.entries(programs).flatMap(([program, { process, hasPeak }]) =>
    Object.entries({ ...(hasPeak ? { peak: "peak" } : {}), ...group.workloads }).map(([workload, description]) => {
      const name = `${program} ${workload}`;
      return {
        name,
        async sample(milliseconds) {
          const answer = await process.time(description, milliseconds);
          if (answer.flops) flops[name] = answer.flops;
          return answer.seconds;
        },
      };
    }),
  );
  return { id: group.id, kind: group.kind, seconds: await interleave(candidates, group.rounds), flops };
}
