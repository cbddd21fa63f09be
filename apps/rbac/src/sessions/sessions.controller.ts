import { Controller } from '@nestjs/common';
import { rbacApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { ServiceBody, ServiceRoute } from '@turnpike/platform-http';
import { SignIn } from './sign-in.js';
import { SignOut } from './sign-out.js';

type Api = typeof rbacApi;

@Controller()
export class SessionsController {
  constructor(
    private readonly signIn: SignIn,
    private readonly signOut: SignOut,
  ) {}

  @ServiceRoute(rbacApi.signIn)
  create(@ServiceBody(rbacApi.signIn) body: ServiceRequest<Api['signIn']>): Promise<ServiceResponse<Api['signIn']>> {
    return this.signIn.run(body);
  }

  @ServiceRoute(rbacApi.signOut)
  end(@ServiceBody(rbacApi.signOut) body: ServiceRequest<Api['signOut']>): Promise<ServiceResponse<Api['signOut']>> {
    return this.signOut.run(body);
  }
}
