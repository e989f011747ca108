/**
 * The expected answers of the server: the decision, written by hand. `yes`: allowed; a number: refused with that
 * status. Of a change to a record: who cannot read its place gets 404, who reads it but may not do this there 403. Of all else
 * role and status are asked first (403), then the place (404). To who is not in the workspace all of it is 404, and a channel
 * that is not for somebody is 403, there or not. The columns stand in `world.ts`; `locked`, `inactive` and `gone` are several
 * people each, and a cell like `yes/403/403` says what each gets, in their order.
 */

/** Every call other than a change. */
export const callTable = `
  #                                                                 owner     admin     inside    outside   customer  other     locked    inactive  gone      out
  POST /api/users/register                                          yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  POST /api/users/verify                                            yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  POST /api/users/resend                                            yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  POST /api/users/setup/check                                       yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  POST /api/users/setup                                             yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  GET /api/users/password-parameters                                yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  GET /api/server/agreement                                         yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  GET /api/account                                                  yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  PATCH /api/account                                                yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  POST /api/account/email/code                                      yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  PUT /api/account/email                                            yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  PUT /api/account/keys                                             yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  PUT /api/account/password                                         yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  GET /api/account/kit                                              yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  PUT /api/account/kit                                              yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  PUT /api/account/pins                                             yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  POST /api/account/deletion                                        yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  GET /api/account/sessions                                         yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  DELETE /api/account/sessions/{id} of the owner's                  yes       404       404       404       404       404       404       404       404       401
  DELETE /api/account/sessions/others                               yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  GET /api/workspaces                                               yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  GET /api/invitations                                              yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  GET /api/invitations/{id} of somebody else                        404       404       404       404       404       404       404       404       404       401
  POST /api/invitations/{id}/ask of somebody else                   404       404       404       404       404       404       404       404       404       401
  GET /api/workspaces/{workspaceId}/invitations                     yes       yes       403       403       403       403       403       403       404       401
  POST /api/workspaces/{workspaceId}/invitations/{id}/mail of none  404       404       403       403       403       403       403       403       404       401
  GET /api/workspaces/{workspaceId}/subscription                    yes       yes       403       403       403       403       yes/403/403  403       404       401
  POST /api/workspaces/{workspaceId}/subscription/refresh           yes       yes       403       403       403       403       yes/403/403  403       404       401
  POST /api/workspaces/{workspaceId}/subscription/method            yes       yes       403       403       403       403       yes/403/403  403       404       401
  POST /api/workspaces/{workspaceId}/subscription/portal            yes       yes       403       403       403       403       yes/403/403  403       404       401
  PUT /api/workspaces/{workspaceId}/subscription/plan               yes       yes       403       403       403       403       yes/403/403  403       404       401
  POST /api/workspaces/{workspaceId}/subscription/cancel            yes       yes       403       403       403       403       403       403       404       401
  POST /api/workspaces/{workspaceId}/subscription/resume            yes       yes       403       403       403       403       403       403       404       401
  GET /api/workspaces/{workspaceId}/subscription/contacts           yes       yes       yes       yes       yes       yes       yes       403       404       401
  POST /api/payments/events unsigned                                400       400       400       400       400       400       400       400       400       400
  GET /sandbox/:page of none                                        404       404       404       404       404       404       404       404       404       404
  POST /sandbox/:page of none                                       404       404       404       404       404       404       404       404       404       404
  GET /api/workspaces/{workspaceId}/billing-record                  yes       yes       403       403       403       403       yes/403/403  403       404       401
  PUT /api/workspaces/{workspaceId}/billing-record                  yes       yes       403       403       403       403       yes/403/403  403       404       401
  GET /api/workspaces/{workspaceId}/invoices                        yes       yes       403       403       403       403       yes/403/403  403       404       401
  GET /api/workspaces/{workspaceId}/invoices/{id}/{form} of none    404       404       403       403       403       403       404/403/403  403       404       401
  POST /api/cancellations                                           yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  POST /api/cancellations/check                                     yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  POST /api/cancellations/confirm                                   yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  GET /api/workspaces/{workspaceId}/notifications                   yes       yes       yes       yes       yes       yes       yes       yes       404       401
  PATCH /api/workspaces/{workspaceId}/notifications of nobody       yes       yes       yes       yes       yes       yes       yes       yes       404       401
  PUT /api/workspaces/{workspaceId}/mutes                           yes       yes       yes       yes       yes       yes       yes       yes       404       401
  GET /api/account/notifications                                    yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  PUT /api/account/notifications                                    yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  GET /api/account/push                                             yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  PUT /api/account/push                                             yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  DELETE /api/account/push                                          yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  GET /unsubscribe of no account                                    404       404       404       404       404       404       404       404       404       404
  POST /unsubscribe of no account                                   404       404       404       404       404       404       404       404       404       404
  GET /api/s3/pre-signed-url                                        yes       yes       yes       yes       403       403       403       403       404       401
  POST /api/s3/download-urls in an open project                     yes       yes       yes       yes       404       404       403       403       404       401
  POST /api/s3/download-urls in a private project                   yes       yes       yes       404       404       404       403       403       404       401
  POST /api/s3/download-urls of both                                yes       yes       yes       404       404       404       403       403       404       401
  POST /api/s3/delete of what a document names                      403       404       404       404       404       404       403       403       404       401
  GET /api/auth/csrf                                                yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  GET /api/auth/providers                                           yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  GET /api/auth/session                                             yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  POST /api/auth/signin/:provider                                   yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  POST /api/auth/callback/:provider                                 yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  POST /api/auth/signout                                            yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  POST /api/sync                                                    yes       yes       yes       yes       yes       yes       yes       403       404       401
  POST /api/history of what is held whole                           404       404       404       404       404       404       404       403       404       401
  POST /api/sync of no workspace                                    yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  POST /api/realtime/auth to the admins' channel                    yes       yes       403       403       403       403       403       403       403       401
  POST /api/realtime/auth to the staff's channel                    yes       yes       yes       yes       403       403       403       403       403       401
  POST /api/realtime/auth to the customer's channel                 yes       yes       yes       yes       yes       403       403       403       403       401
  POST /api/realtime/auth to the other customer's channel           yes       yes       yes       yes       403       yes       403       403       403       401
  POST /api/realtime/auth to the owner's channel                    yes       403       403       403       403       403       403       403       403       401
  POST /api/realtime/auth to a channel that does not exist          403       403       403       403       403       403       403       403       403       401
  GET /api/blob/* unsigned                                          403       403       403       403       403       403       403       403       403       403
  PUT /api/blob/* unsigned                                          403       403       403       403       403       403       403       403       403       403
  DELETE /api/blob/* unsigned                                       403       403       403       403       403       403       403       403       403       403
  GET /dev/mailbox                                                  yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  GET /dev/mailbox.json                                             yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  GET /api/links/{id} that never was                                404       404       404       404       404       404       404       404       404       404
  POST /api/links/{id}/open that never was                          404       404       404       404       404       404       404       404       404       404
  POST /api/links/{id}/fetches that never was                       404       404       404       404       404       404       404       404       404       404
  POST /api/links/{id}/urls with a made-up ticket                   403       403       403       403       403       403       403       403       403       403
  GET /api/link-uses                                                yes       yes       yes       yes       yes       yes       403       403       404       401
  GET /api/members                                                  yes       yes       403       403       403       403       403       403       404       401
  GET /dev/mailbox/:id                                              yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  GET /api/openapi.json                                             yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  GET /api/server                                                   yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  GET /healthz                                                      yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  POST /api/users/recovery                                  yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  POST /api/users/recovery/check                            yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  PATCH /api/users/recovery                                 yes       yes       yes       yes       yes       yes       yes       yes       yes       yes
  PATCH /api/users/unlock                                   yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  PUT /api/users/unlock/kit                                 yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  GET /api/users/former                                     401       401       401       401       401       401       401       401       401       401
  POST /api/users/former                                    401       401       401       401       401       401       401       401       401       401
  GET /api/workspaces/{id}/lock                             403       403       403       403       403       403       yes       403       404       401
  GET /api/workspaces/{id}/locked                           yes       yes       403       403       403       403       403       403       404       401
`;

/** Every change of the contract, and every type of entry of the member log. */
export const changeTable = `
  #                                   owner     admin     inside    outside   customer  other     locked    inactive  gone      out
  business.create in admins           yes       yes       404       404       404       404       404       404       404       401
  business.update in admins           yes       yes       404       404       404       404       404       404       404       401
  business.delete in admins           yes       yes       404       404       404       404       404       404       404       401

  member.create in staff              yes       yes       403       403       404       404       404       404       404       401
  member.update in staff              yes       yes       403       403       404       404       404       404       404       401
  member.delete in staff              yes       yes       403       403       404       404       404       404       404       401
  member.create of oneself            yes       yes       yes       yes       404       404       404       404       404       401
  member.update of oneself            yes       yes       yes       yes       404       404       404       404       404       401

  sighting.create in staff            yes       yes       403       403       404       404       404       404       404       401
  sighting.update in staff            yes       yes       403       403       404       404       404       404       404       401
  sighting.delete in staff            yes       yes       403       403       404       404       404       404       404       401
  sighting.create of oneself          yes       yes       yes       yes       404       404       404       404       404       401
  sighting.update of oneself          yes       yes       yes       yes       404       404       404       404       404       401

  customer.create in customer         yes       yes       403       403       403       404       404       404       404       401
  customer.update in customer         yes       yes       403       403       403       404       404       404       404       401
  customer.delete in customer         yes       yes       403       403       403       404       404       404       404       401

  customerFile.create in admins       yes       yes       404       404       404       404       404       404       404       401
  customerFile.update in admins       yes       yes       404       404       404       404       404       404       404       401
  customerFile.delete in admins       yes       yes       404       404       404       404       404       404       404       401

  customerUser.create in customer     yes       yes       403       403       403       404       404       404       404       401
  customerUser.update in customer     yes       yes       403       403       403       404       404       404       404       401
  customerUser.delete in customer     yes       yes       403       403       403       404       404       404       404       401
  customerUser.create of oneself      yes       yes       yes       yes       yes       404       404       404       404       401
  customerUser.update of oneself      yes       yes       yes       yes       yes       404       404       404       404       401

  project.create in open project      yes       yes       yes       yes       404       404       404       404       404       401
  project.update in open project      yes       yes       yes       yes       404       404       404       404       404       401
  project.delete in open project      yes       yes       403       403       404       404       404       404       404       401
  project.create in private project   yes       yes       yes       404       404       404       404       404       404       401
  project.update in private project   yes       yes       yes       404       404       404       404       404       404       401
  project.delete in private project   yes       yes       403       404       404       404       404       404       404       401

  budget.create in admins             yes       yes       404       404       404       404       404       404       404       401
  budget.update in admins             yes       yes       404       404       404       404       404       404       404       401
  budget.delete in admins             yes       yes       404       404       404       404       404       404       404       401

  hourlyRate.create in admins         yes       yes       404       404       404       404       404       404       404       401
  hourlyRate.update in admins         yes       yes       404       404       404       404       404       404       404       401
  hourlyRate.delete in admins         yes       yes       404       404       404       404       404       404       404       401

  exportTemplate.create in admins     yes       yes       404       404       404       404       404       404       404       401
  exportTemplate.update in admins     yes       yes       404       404       404       404       404       404       404       401
  exportTemplate.delete in admins     yes       yes       404       404       404       404       404       404       404       401

  task.create in open project         yes       yes       yes       yes       404       404       404       404       404       401
  task.update in open project         yes       yes       yes       yes       404       404       404       404       404       401
  task.delete in open project         yes       yes       yes       yes       404       404       404       404       404       401
  task.create in private project      yes       yes       yes       404       404       404       404       404       404       401
  task.update in private project      yes       yes       yes       404       404       404       404       404       404       401
  task.delete in private project      yes       yes       yes       404       404       404       404       404       404       401

  taskEdit.create in open project     yes       yes       403       403       404       404       404       404       404       401
  taskEdit.update in open project     yes       yes       403       403       404       404       404       404       404       401
  taskEdit.delete in open project     yes       yes       403       403       404       404       404       404       404       401
  taskEdit.create in private project  yes       yes       403       404       404       404       404       404       404       401
  taskEdit.update in private project  yes       yes       403       404       404       404       404       404       404       401
  taskEdit.delete in private project  yes       yes       403       404       404       404       404       404       404       401
  taskEdit.create of oneself in open project  yes       yes       yes       yes       404       404       404       404       404       401
  taskEdit.update of oneself in open project  yes       yes       yes       yes       404       404       404       404       404       401
  taskEdit.delete of oneself in open project  yes       yes       yes       yes       404       404       404       404       404       401
  taskEdit.create of oneself in private project  yes       yes       yes       404       404       404       404       404       404       401
  taskEdit.update of oneself in private project  yes       yes       yes       404       404       404       404       404       404       401
  taskEdit.delete of oneself in private project  yes       yes       yes       404       404       404       404       404       404       401

  lease.create in open project        yes       yes       403       403       404       404       404       404       404       401
  lease.update in open project        yes       yes       403       403       404       404       404       404       404       401
  lease.delete in open project        yes       yes       403       403       404       404       404       404       404       401
  lease.create in private project     yes       yes       403       404       404       404       404       404       404       401
  lease.update in private project     yes       yes       403       404       404       404       404       404       404       401
  lease.delete in private project     yes       yes       403       404       404       404       404       404       404       401
  lease.create in staff               yes       yes       403       403       404       404       404       404       404       401
  lease.update in staff               yes       yes       403       403       404       404       404       404       404       401
  lease.delete in staff               yes       yes       403       403       404       404       404       404       404       401
  lease.create of oneself in open project  yes       yes       yes       yes       404       404       404       404       404       401
  lease.update of oneself in open project  yes       yes       yes       yes       404       404       404       404       404       401
  lease.delete of oneself in open project  yes       yes       yes       yes       404       404       404       404       404       401
  lease.create of oneself in private project  yes       yes       yes       404       404       404       404       404       404       401
  lease.update of oneself in private project  yes       yes       yes       404       404       404       404       404       404       401
  lease.delete of oneself in private project  yes       yes       yes       404       404       404       404       404       404       401
  lease.create of oneself in staff    yes       yes       yes       yes       404       404       404       404       404       401
  lease.update of oneself in staff    yes       yes       yes       yes       404       404       404       404       404       401
  lease.delete of oneself in staff    yes       yes       yes       yes       404       404       404       404       404       401
  link.create in open project         yes       403       403       403       404       404       404       404       404       401
  link.update in open project         yes       403       403       403       404       404       404       404       404       401
  link.delete in open project         yes       yes       yes       yes       404       404       404       404       404       401
  link.create in private project      yes       403       403       404       404       404       404       404       404       401
  link.update in private project      yes       403       403       404       404       404       404       404       404       401
  link.delete in private project      yes       yes       yes       404       404       404       404       404       404       401
  link.create in staff                yes       403       403       403       404       404       404       404       404       401
  link.update in staff                yes       403       403       403       404       404       404       404       404       401
  link.delete in staff                yes       yes       yes       yes       404       404       404       404       404       401
  link.create of oneself in open project  yes       yes       yes       yes       404       404       404       404       404       401
  link.update of oneself in open project  yes       yes       yes       yes       404       404       404       404       404       401
  link.create of oneself in private project  yes       yes       yes       404       404       404       404       404       404       401
  link.update of oneself in private project  yes       yes       yes       404       404       404       404       404       404       401
  link.create of oneself in staff     yes       yes       yes       yes       404       404       404       404       404       401
  link.update of oneself in staff     yes       yes       yes       yes       404       404       404       404       404       401
  document.create in open project     yes       yes       yes       yes       404       404       404       404       404       401
  document.update in open project     yes       yes       yes       yes       404       404       404       404       404       401
  document.delete in open project     yes       yes       yes       yes       404       404       404       404       404       401
  document.create in private project  yes       yes       yes       404       404       404       404       404       404       401
  document.update in private project  yes       yes       yes       404       404       404       404       404       404       401
  document.delete in private project  yes       yes       yes       404       404       404       404       404       404       401
  document.create in staff            yes       yes       yes       yes       404       404       404       404       404       401
  document.update in staff            yes       yes       yes       yes       404       404       404       404       404       401
  document.delete in staff            yes       yes       yes       yes       404       404       404       404       404       401
  fileVersion.create in open project  yes       yes       yes       yes       404       404       404       404       404       401
  fileVersion.update in open project  yes       yes       yes       yes       404       404       404       404       404       401
  fileVersion.delete in open project  yes       yes       yes       yes       404       404       404       404       404       401
  fileVersion.create in private project  yes       yes       yes       404       404       404       404       404       404       401
  fileVersion.update in private project  yes       yes       yes       404       404       404       404       404       404       401
  fileVersion.delete in private project  yes       yes       yes       404       404       404       404       404       404       401
  fileVersion.create in staff         yes       yes       yes       yes       404       404       404       404       404       401
  fileVersion.update in staff         yes       yes       yes       yes       404       404       404       404       404       401
  fileVersion.delete in staff         yes       yes       yes       yes       404       404       404       404       404       401
  trashEntry.create in open project   yes       yes       yes       yes       404       404       404       404       404       401
  trashEntry.update in open project   yes       yes       yes       yes       404       404       404       404       404       401
  trashEntry.delete in open project   yes       yes       yes       yes       404       404       404       404       404       401
  trashEntry.create in private project  yes       yes       yes       404       404       404       404       404       404       401
  trashEntry.update in private project  yes       yes       yes       404       404       404       404       404       404       401
  trashEntry.delete in private project  yes       yes       yes       404       404       404       404       404       404       401
  trashEntry.create in staff          yes       yes       yes       yes       404       404       404       404       404       401
  trashEntry.update in staff          yes       yes       yes       yes       404       404       404       404       404       401
  trashEntry.delete in staff          yes       yes       yes       yes       404       404       404       404       404       401

  comment.create in open project      yes       yes       403       403       404       404       404       404       404       401
  comment.update in open project      yes       yes       403       403       404       404       404       404       404       401
  comment.delete in open project      yes       yes       403       403       404       404       404       404       404       401
  comment.create in private project   yes       yes       403       404       404       404       404       404       404       401
  comment.update in private project   yes       yes       403       404       404       404       404       404       404       401
  comment.delete in private project   yes       yes       403       404       404       404       404       404       404       401
  comment.create in staff             yes       yes       403       403       404       404       404       404       404       401
  comment.update in staff             yes       yes       403       403       404       404       404       404       404       401
  comment.delete in staff             yes       yes       403       403       404       404       404       404       404       401
  comment.create of oneself in open project  yes       yes       yes       yes       404       404       404       404       404       401
  comment.update of oneself in open project  yes       yes       yes       yes       404       404       404       404       404       401
  comment.delete of oneself in open project  yes       yes       yes       yes       404       404       404       404       404       401
  comment.create of oneself in private project  yes       yes       yes       404       404       404       404       404       404       401
  comment.update of oneself in private project  yes       yes       yes       404       404       404       404       404       404       401
  comment.delete of oneself in private project  yes       yes       yes       404       404       404       404       404       404       401
  comment.create of oneself in staff  yes       yes       yes       yes       404       404       404       404       404       401
  comment.update of oneself in staff  yes       yes       yes       yes       404       404       404       404       404       401
  comment.delete of oneself in staff  yes       yes       yes       yes       404       404       404       404       404       401

  room.create in open room            yes       yes       yes       yes       404       404       404       404       404       401
  room.update in open room            yes       yes       yes       yes       404       404       404       404       404       401
  room.delete in open room            yes       yes       403       403       404       404       404       404       404       401
  room.create in private room         yes       404       yes       404       404       404       404       404       404       401
  room.update in private room         yes       404       yes       404       404       404       404       404       404       401
  room.delete in private room         yes       404       403       404       404       404       404       404       404       401

  message.create in open room         yes       yes       403       403       404       404       404       404       404       401
  message.update in open room         yes       yes       403       403       404       404       404       404       404       401
  message.delete in open room         yes       yes       403       403       404       404       404       404       404       401
  message.create in private room      yes       404       403       404       404       404       404       404       404       401
  message.update in private room      yes       404       403       404       404       404       404       404       404       401
  message.delete in private room      yes       404       403       404       404       404       404       404       404       401
  message.create of oneself in open room  yes       yes       yes       yes       404       404       404       404       404       401
  message.update of oneself in open room  yes       yes       yes       yes       404       404       404       404       404       401
  message.delete of oneself in open room  yes       yes       yes       yes       404       404       404       404       404       401
  message.create of oneself in private room  yes       404       yes       404       404       404       404       404       404       401
  message.update of oneself in private room  yes       404       yes       404       404       404       404       404       404       401
  message.delete of oneself in private room  yes       404       yes       404       404       404       404       404       404       401

  reaction.create in open room        yes       yes       403       403       404       404       404       404       404       401
  reaction.update in open room        yes       yes       403       403       404       404       404       404       404       401
  reaction.delete in open room        yes       yes       403       403       404       404       404       404       404       401
  reaction.create in private room     yes       404       403       404       404       404       404       404       404       401
  reaction.update in private room     yes       404       403       404       404       404       404       404       404       401
  reaction.delete in private room     yes       404       403       404       404       404       404       404       404       401
  reaction.create of oneself in open room  yes       yes       yes       yes       404       404       404       404       404       401
  reaction.update of oneself in open room  yes       yes       yes       yes       404       404       404       404       404       401
  reaction.delete of oneself in open room  yes       yes       yes       yes       404       404       404       404       404       401
  reaction.create of oneself in private room  yes       404       yes       404       404       404       404       404       404       401
  reaction.update of oneself in private room  yes       404       yes       404       404       404       404       404       404       401
  reaction.delete of oneself in private room  yes       404       yes       404       404       404       404       404       404       401

  roomMark.create of own              yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  roomMark.create of another's        404       404       404       404       404       404       404       404       404       401
  roomMark.update of own              yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  roomMark.update of another's        404       404       404       404       404       404       404       404       404       401
  roomMark.delete of own              yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  roomMark.delete of another's        404       404       404       404       404       404       404       404       404       401

  personnel.create in admins          yes       yes       404       404       404       404       404       404       404       401
  personnel.update in admins          yes       yes       404       404       404       404       404       404       404       401
  personnel.delete in admins          yes       yes       404       404       404       404       404       404       404       401

  projectCard.create in customer      yes       yes       yes       yes       403       404       404       404       404       401
  projectCard.update in customer      yes       yes       yes       yes       403       404       404       404       404       401
  projectCard.delete in customer      yes       yes       yes       yes       403       404       404       404       404       401

  share.create in customer            yes       yes       yes       yes       403       404       404       404       404       401
  share.update in customer            yes       yes       yes       yes       403       404       404       404       404       401
  share.delete in customer            yes       yes       yes       yes       403       404       404       404       404       401

  signing.create in open project      yes       yes       yes       yes       404       404       404       404       404       401
  signing.update in open project      yes       yes       403       403       404       404       404       404       404       401
  signing.delete in open project      yes       yes       403       403       404       404       404       404       404       401
  signing.create in private project   yes       yes       yes       404       404       404       404       404       404       401
  signing.update in private project   yes       yes       403       404       404       404       404       404       404       401
  signing.delete in private project   yes       yes       403       404       404       404       404       404       404       401
  signing.create in staff             yes       yes       yes       yes       404       404       404       404       404       401
  signing.update in staff             yes       yes       403       403       404       404       404       404       404       401
  signing.delete in staff             yes       yes       403       403       404       404       404       404       404       401
  signing.create in customer          yes       yes       yes       yes       403       404       404       404       404       401
  signing.update in customer          yes       yes       403       403       403       404       404       404       404       401
  signing.delete in customer          yes       yes       403       403       403       404       404       404       404       401
  signing.create in admins          yes       yes       404       404       404       404       404       404       404       401
  signing.update in admins          yes       yes       404       404       404       404       404       404       404       401
  signing.delete in admins          yes       yes       404       404       404       404       404       404       404       401
  signing.update of oneself in open project  yes       yes       yes       yes       404       404       404       404       404       401
  signing.update of oneself in private project  yes       yes       yes       404       404       404       404       404       404       401
  signing.update of oneself in staff  yes       yes       yes       yes       404       404       404       404       404       401
  signing.update of oneself in customer  yes       yes       yes       yes       403       404       404       404       404       401
  signing.update of oneself in admins  yes       yes       404       404       404       404       404       404       404       401

  signingAnswer.create in open project  yes       yes       403       403       404       404       404       404       404       401
  signingAnswer.update in open project  yes       yes       403       403       404       404       404       404       404       401
  signingAnswer.delete in open project  yes       yes       403       403       404       404       404       404       404       401
  signingAnswer.create in private project  yes       yes       403       404       404       404       404       404       404       401
  signingAnswer.update in private project  yes       yes       403       404       404       404       404       404       404       401
  signingAnswer.delete in private project  yes       yes       403       404       404       404       404       404       404       401
  signingAnswer.create in staff       yes       yes       403       403       404       404       404       404       404       401
  signingAnswer.update in staff       yes       yes       403       403       404       404       404       404       404       401
  signingAnswer.delete in staff       yes       yes       403       403       404       404       404       404       404       401
  signingAnswer.create in customer    yes       yes       403       403       403       404       404       404       404       401
  signingAnswer.update in customer    yes       yes       403       403       403       404       404       404       404       401
  signingAnswer.delete in customer    yes       yes       403       403       403       404       404       404       404       401
  signingAnswer.create in admins    yes       yes       404       404       404       404       404       404       404       401
  signingAnswer.update in admins    yes       yes       404       404       404       404       404       404       404       401
  signingAnswer.delete in admins    yes       yes       404       404       404       404       404       404       404       401
  signingAnswer.create of oneself in open project  yes       yes       yes       yes       404       404       404       404       404       401
  signingAnswer.create of oneself in private project  yes       yes       yes       404       404       404       404       404       404       401
  signingAnswer.create of oneself in staff  yes       yes       yes       yes       404       404       404       404       404       401
  signingAnswer.create of oneself in customer  yes       yes       yes       yes       yes       404       404       404       404       401
  signingAnswer.create of oneself in admins  yes       yes       404       404       404       404       404       404       404       401
  signingOpening.create in open project  yes       yes       403       403       404       404       404       404       404       401
  signingOpening.update in open project  yes       yes       403       403       404       404       404       404       404       401
  signingOpening.delete in open project  yes       yes       403       403       404       404       404       404       404       401
  signingOpening.create in private project  yes       yes       403       404       404       404       404       404       404       401
  signingOpening.update in private project  yes       yes       403       404       404       404       404       404       404       401
  signingOpening.delete in private project  yes       yes       403       404       404       404       404       404       404       401
  signingOpening.create in staff      yes       yes       403       403       404       404       404       404       404       401
  signingOpening.update in staff      yes       yes       403       403       404       404       404       404       404       401
  signingOpening.delete in staff      yes       yes       403       403       404       404       404       404       404       401
  signingOpening.create in customer   yes       yes       403       403       403       404       404       404       404       401
  signingOpening.update in customer   yes       yes       403       403       403       404       404       404       404       401
  signingOpening.delete in customer   yes       yes       403       403       403       404       404       404       404       401
  signingOpening.create in admins     yes       yes       404       404       404       404       404       404       404       401
  signingOpening.update in admins     yes       yes       404       404       404       404       404       404       404       401
  signingOpening.delete in admins     yes       yes       404       404       404       404       404       404       404       401
  signingOpening.create of oneself in open project  yes       yes       yes       yes       404       404       404       404       404       401
  signingOpening.create of oneself in private project  yes       yes       yes       404       404       404       404       404       404       401
  signingOpening.create of oneself in staff  yes       yes       yes       yes       404       404       404       404       404       401
  signingOpening.create of oneself in customer  yes       yes       yes       yes       yes       404       404       404       404       401
  signingOpening.create of oneself in admins  yes       yes       404       404       404       404       404       404       404       401

  signingReminder.create in open project  yes       yes       yes       yes       404       404       404       404       404       401
  signingReminder.update in open project  yes       yes       403       403       404       404       404       404       404       401
  signingReminder.delete in open project  yes       yes       403       403       404       404       404       404       404       401
  signingReminder.create in private project  yes       yes       yes       404       404       404       404       404       404       401
  signingReminder.update in private project  yes       yes       403       404       404       404       404       404       404       401
  signingReminder.delete in private project  yes       yes       403       404       404       404       404       404       404       401
  signingReminder.create in staff   yes       yes       yes       yes       404       404       404       404       404       401
  signingReminder.update in staff   yes       yes       403       403       404       404       404       404       404       401
  signingReminder.delete in staff   yes       yes       403       403       404       404       404       404       404       401
  signingReminder.create in customer  yes       yes       yes       yes       403       404       404       404       404       401
  signingReminder.update in customer  yes       yes       403       403       403       404       404       404       404       401
  signingReminder.delete in customer  yes       yes       403       403       403       404       404       404       404       401
  signingReminder.create in admins  yes       yes       404       404       404       404       404       404       404       401
  signingReminder.update in admins  yes       yes       404       404       404       404       404       404       404       401
  signingReminder.delete in admins  yes       yes       404       404       404       404       404       404       404       401

  workingTime.create in hours         yes       yes       yes       404       404       404       404       404       404       401
  workingTime.update in hours         yes       yes       403       404       404       404       404       404       404       401
  workingTime.delete in hours         yes       yes       403       404       404       404       404       404       404       401
  workingTime.create of oneself       403       403       yes       404       404       404       404       404       404       401

  timeEntry.create in hours           yes       yes       yes       404       404       404       404       404       404       401
  timeEntry.update in hours           yes       yes       yes       404       404       404       404       404       404       401
  timeEntry.delete in hours           yes       yes       yes       404       404       404       404       404       404       401

  absence.create in hours             yes       yes       yes       404       404       404       404       404       404       401
  absence.update in hours             yes       yes       yes       404       404       404       404       404       404       401
  absence.delete in hours             yes       yes       yes       404       404       404       404       404       404       401

  month.create in hours               yes       yes       yes       404       404       404       404       404       404       401
  month.update in hours               yes       yes       yes       404       404       404       404       404       404       401
  month.delete in hours               yes       yes       403       404       404       404       404       404       404       401

  monthConfirmation.create in hours   yes       yes       403       404       404       404       404       404       404       401
  monthConfirmation.update in hours   yes       yes       403       404       404       404       404       404       404       401
  monthConfirmation.delete in hours   yes       yes       403       404       404       404       404       404       404       401

  monthAddendum.create in hours       yes       yes       yes       404       404       404       404       404       404       401
  monthAddendum.update in hours       yes       yes       403       404       404       404       404       404       404       401
  monthAddendum.delete in hours       yes       yes       403       404       404       404       404       404       404       401

  invoicedHours.create in hours       yes       yes       403       404       404       404       404       404       404       401
  invoicedHours.update in hours       yes       yes       403       404       404       404       404       404       404       401
  invoicedHours.delete in hours       yes       yes       403       404       404       404       404       404       404       401

  effort.create in open project       yes       yes       yes       yes       404       404       404       404       404       401
  effort.update in open project       yes       yes       yes       yes       404       404       404       404       404       401
  effort.delete in open project       yes       yes       yes       yes       404       404       404       404       404       401
  effort.create in private project    yes       yes       yes       404       404       404       404       404       404       401
  effort.update in private project    yes       yes       yes       404       404       404       404       404       404       401
  effort.delete in private project    yes       yes       yes       404       404       404       404       404       404       401
  star.create of own                  yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  star.update of own                  yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  star.delete of own                  yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  star.create of another's            404       404       404       404       404       404       404       404       404       401
  star.update of another's            404       404       404       404       404       404       404       404       404       401
  star.delete of another's            404       404       404       404       404       404       404       404       404       401
  listView.create of own              yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  listView.update of own              yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  listView.delete of own              yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  listView.create of another's        404       404       404       404       404       404       404       404       404       401
  listView.update of another's        404       404       404       404       404       404       404       404       404       401
  listView.delete of another's        404       404       404       404       404       404       404       404       404       401

  keptSignature.create of own       yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  keptSignature.update of own       yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  keptSignature.delete of own       yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  keptSignature.create of another's  404       404       404       404       404       404       404       404       404       401
  keptSignature.update of another's  404       404       404       404       404       404       404       404       404       401
  keptSignature.delete of another's  404       404       404       404       404       404       404       404       404       401

  profile.create of own               yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  profile.create of another's         404       404       404       404       404       404       404       404       404       401
  profile.update of own               yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  profile.update of another's         404       404       404       404       404       404       404       404       404       401
  profile.delete of own               yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  profile.delete of another's         404       404       404       404       404       404       404       404       404       401

  budgetWarning.create of own         yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  budgetWarning.create of another's   404       404       404       404       404       404       404       404       404       401
  budgetWarning.update of own         yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  budgetWarning.update of another's   404       404       404       404       404       404       404       404       404       401
  budgetWarning.delete of own         yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  budgetWarning.delete of another's   404       404       404       404       404       404       404       404       404       401

  workspace.create                    yes       yes       yes       yes       yes       yes       yes       yes       yes       401
  workspace.update                    yes       yes       403       403       403       403       403       403       404       401

  invitation.create                   yes       yes       403       403       403       403       403       403       404       401

  scope.create                        yes       yes       yes       yes       403       403       403       403       404       401
  scope.update in open project        yes       yes       yes       yes       403       403       403       403       404       401
  scope.update in private project     yes       yes       yes       404       403       403       403       403       404       401

  key.add in admins                   yes       yes       404       404       403       403       403       403       404       401
  key.add in staff                    yes       yes       yes       yes       403       403       403       403       404       401
  key.add in private project          yes       yes       yes       404       403       403       403       403       404       401
  key.add of a wrap in staff          yes       yes       yes       yes       403       403       403       403       404       401
  key.add of a key before in staff    yes       yes       yes       yes       403       403       403       403       404       401

  log.append of invite                yes       yes       403       403       403       403       403       403       404       401
  log.append of add                   yes       yes       403       403       403       403       403       403       404       401
  log.append of role                  yes       yes       403       403       403       403       403       403       404       401
  log.append of status                yes       yes       403       403       403       403       403       403       404       401
  log.append of rekey                 yes       yes       403       403       403       403       403       403       404       401
  log.append of rotate                yes       yes       403       403       403       403       403       403       404       401
  log.append of remove                yes       yes       403       403       403       403       403       403       404       401
  log.append of owner                 yes       403       403       403       403       403       403       403       404       401
  log.append of restore               yes       yes       403       403       403       403       403       403       404       401
  log.append of genesis               400       400       400       400       400       400       400       400       404       401
  log.append of rekey of oneself      yes       yes       yes       yes       yes       yes       yes       403       404       401

  workspace.leave                     409       yes       yes       yes       yes       yes       yes       yes       404       401
  workspace.delete                    yes       403       403       403       403       403       403       403       404       401
`;

/** The scopes that a pull sends to each person; `-`: not sent. */
export const readingTable = `
  #                    owner     admin     inside    outside   customer  other     locked    inactive  gone      out
  admins               yes       yes       -         -         -         -         -         -         -         -
  staff                yes       yes       yes       yes       -         -         -         -         -         -
  the customer         yes       yes       yes       yes       yes       -         -         -         -         -
  the other customer   yes       yes       yes       yes       -         yes       -         -         -         -
  the open project     yes       yes       yes       yes       -         -         -         -         -         -
  the private project  yes       yes       yes       -         -         -         -         -         -         -
  the hours of inside  yes       yes       yes       -         -         -         -         -         -         -
  the open room        yes       yes       yes       yes       -         -         -         -         -         -
  the private room     yes       -         yes       -         -         -         -         -         -         -
`;
