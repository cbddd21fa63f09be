import { buildProgram } from './program.js';
import { reportFailure } from './output/report-failure.js';

buildProgram()
  .parseAsync(process.argv)
  .catch((error: unknown) => {
    process.exitCode = reportFailure(error);
  });
