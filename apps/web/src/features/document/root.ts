/** The owner of documents: a project, or a customer about whom the firm keeps them. */
export interface Root {
  /** The project's id; for a customer, the id of the `staff` scope. */
  scopeId: string;
  customerId?: string | undefined;
}
