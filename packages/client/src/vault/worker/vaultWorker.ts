/** The worker in which the vault lives in browsers: open keys never stand in a page's own memory. */
import { expose } from 'comlink';
import { carryErrors } from './errorTransfer.ts';
import { packedVault } from './packedVault.ts';

carryErrors();
expose(packedVault());
