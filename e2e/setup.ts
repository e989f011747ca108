/** Runs once before all scenarios: they drive the app as it is built, not a development server. */
import { buildIfNeeded } from '../tools/build.ts';

export default buildIfNeeded;
