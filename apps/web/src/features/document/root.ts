/** Whose documents: a project's, or those that the firm keeps about a customer. */
export interface Root {
  /** The project's id; the `staff` scope's for a customer. */
  scopeId: string;
  customerId?: string | undefined;
}
