import type { Type } from '@nestjs/common';
import { AcceptInvitation } from './accept-invitation.js';
import { AddMember } from './add-member.js';
import { ChangeMember } from './change-member.js';
import { ListMembers } from './list-members.js';
import { ListRoles } from './list-roles.js';
import { MembersController } from './members.controller.js';
import { MembershipsStore } from './memberships.store.js';
import { RemoveMember } from './remove-member.js';
import { SetRole } from './set-role.js';
import { UsersStore } from './users.store.js';

export const membersParts: { controllers: Type[]; providers: Type[] } = {
  controllers: [MembersController],
  providers: [AcceptInvitation, AddMember, ChangeMember, ListMembers, ListRoles, MembershipsStore, RemoveMember, SetRole, UsersStore],
};
