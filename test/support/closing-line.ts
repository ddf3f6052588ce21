// Prints the last line of a test run: `N passed, N failed, N skipped`.
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
      // A file that fails to load has no tests to count.
      count.failed += module.errors().length;
    }
    this.#log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}
