// When work was on a GPU, for every engine alike: each engine submits to a GPUQueue of this page, so that is where it is
// watched. Work begins with the first submit and ends when the last submitted work is done; that this is told takes a
// message from the browser's GPU process, which counts too.
export function watchQueues() {
  const submit = GPUQueue.prototype.submit;
  let first;
  let done = [];
  GPUQueue.prototype.submit = function (commands) {
    first ??= performance.now();
    submit.call(this, commands);
    done.push(this.onSubmittedWorkDone().then(() => performance.now()));
  };
  return {
    start() {
      first = undefined;
      done = [];
    },
    // { first, last } in milliseconds; undefined where nothing was submitted.
    async finished() {
      if (first === undefined) return undefined;
      return { first, last: Math.max(...(await Promise.all(done))) };
    },
  };
}
