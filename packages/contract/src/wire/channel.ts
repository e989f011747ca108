/** The realtime channels that exist, and nothing else does. */
export const channelOf = {
  workspace: (workspaceId: string, readers: 'admins' | 'staff') =>
    `private-workspace-${workspaceId}-${readers}`,
  customer: (customerId: string) => `private-customer-${customerId}`,
  user: (userId: string) => `private-user-${userId}`,
} as const;

/** The event `revision` of realtime: opaque ids and a number, never an entity. */
export interface RevisionHint {
  scope: string;
  revision: number;
}
