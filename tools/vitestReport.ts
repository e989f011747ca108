/**
 * A reporter of Vitest that writes what `tools/test.ts` tells at its end to the file that `KONTOR_VITEST_REPORT` names. Vitest's
 * own JSON lacks what fails outside of tests, e.g. a promise that nobody awaits and that is rejected behind its test.
 */
import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

export interface VitestReport {
  passed: number;
  /** Names of tests that were not run. */
  skipped: string[];
  failures: { file: string; test?: string; message: string }[];
}

// biome-ignore lint/style/noDefaultExport: Vitest takes the default export.
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: VitestReport = { passed: 0, skipped: [], failures: [] };
    for (const module of modules) {
      const file = module.relativeModuleId;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') report.passed += 1;
        else if (state === 'failed')
          report.failures.push({ file, test: test.fullName, message: errors?.[0]?.message ?? '' });
        else report.skipped.push(test.fullName);
      }
      // Of a file or a group as a whole, e.g. for what comes before its tests.
      const around = [
        ...module.errors(),
        ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
      ];
      for (const { message } of around) report.failures.push({ file, message });
    }
    for (const { message, stack } of unhandled) {
      const line = stack?.split('\n').find((each) => /\/(apps|packages|tools)\//.test(each));
      report.failures.push({ file: line?.trim() ?? 'outside of tests', message: `unhandled: ${message}` });
    }
    writeFileSync(process.env.KONTOR_VITEST_REPORT!, JSON.stringify(report));
  }
}
