/** Names what the server answers about a workspace's subscription, and all that hangs on it. */
export const subscriptionKey = (workspaceId: string) => ['subscription', workspaceId];

export const invoicesKey = (workspaceId: string) => [...subscriptionKey(workspaceId), 'invoices'];
