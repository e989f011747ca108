import type { SandboxCustomer } from './model.ts';

/** The memory of the sandbox. */
export interface SandboxStore {
  /** Keeps a new customer; one that is there stays as it is. */
  make(ref: string, customer: SandboxCustomer): Promise<void>;
  /** Lets `act` change a customer while nobody else does; undefined where there is none. If it throws, nothing is kept. */
  change<T>(ref: string, act: (customer: SandboxCustomer) => T): Promise<T | undefined>;
  /** Removes a customer; one that is not there changes nothing. */
  remove(ref: string): Promise<void>;
  /** Finds a customer by the secret of its page. */
  refOf(page: string): Promise<string | undefined>;
  /** Returns the days by which its clock runs ahead. */
  daysAhead(): Promise<number>;
  addDays(days: number): Promise<void>;
}
