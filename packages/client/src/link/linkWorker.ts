/** The worker in which a visitor's browser opens what lies behind a link. */
import { expose } from 'comlink';
import { carryErrors } from '../vault/worker/errorTransfer.ts';
import { LinkReader } from './linkReader.ts';

carryErrors();
expose(new LinkReader());
