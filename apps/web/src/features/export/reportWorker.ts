/** The worker in which reports are made in browsers. */
import { expose } from 'comlink';
import { ReportEngine } from './reportEngine.ts';

expose(new ReportEngine());
