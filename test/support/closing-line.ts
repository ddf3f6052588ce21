// The last line of a test run, for whoever reads only that: `N passed, N failed`.
import type { Reporter, TestModule, Vitest } from 'vitest/node';

export default class ClosingLine implements Reporter {
  #log: (line: string) => void = () => {};

  onInit(vitest: Vitest): void {
    this.#log = (line) => vitest.logger.log(line);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++;
      // A file that does not even load holds no test to count.
      count.failed += module.errors().length;
    }
    this.#log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}
