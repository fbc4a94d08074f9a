"""The token service through aliyun-python-sdk-core, which signs with version 1.0, and oss2 with what it answers."""
import json

import oss2
from aliyunsdkcore.acs_exception.exceptions import ServerException
from aliyunsdkcore.auth.credentials import StsTokenCredential
from aliyunsdkcore.client import AcsClient
from aliyunsdkcore.request import CommonRequest
from story import given, tell


def ask(client, action, **parameters):
    request = CommonRequest(domain=given["stsEndpoint"], version="2015-04-01", action_name=action)
    request.set_method("POST")
    request.set_protocol_type("http")
    for name, value in parameters.items():
        request.add_query_param(name, value)
    return json.loads(client.do_action_with_exception(request))


def client_of(secret=given["accessKeySecret"]):
    return AcsClient(given["accessKeyId"], secret, "cn-hangzhou")


issued = ask(client_of(), "AssumeRole", RoleArn=given["roleArn"], RoleSessionName="from-python")["Credentials"]
keys = issued["AccessKeyId"], issued["AccessKeySecret"], issued["SecurityToken"]
bucket = oss2.Bucket(oss2.StsAuth(*keys), given["endpoint"], given["bucket"], is_path_style=True)
session = AcsClient(region_id="cn-hangzhou", credential=StsTokenCredential(*keys))

steps = {
    "user": lambda: ask(client_of(), "GetCallerIdentity")["Arn"],
    "session": lambda: ask(session, "GetCallerIdentity")["Arn"],
    "put": lambda: bucket.put_object("from-python", "x").status,
    "wrong secret": lambda: ask(client_of("wrong"), "GetCallerIdentity")["Arn"],
    "no action": lambda: ask(client_of(), "GetFederationToken")["Arn"],
}
tell(steps, lambda error: error.get_error_code() if isinstance(error, ServerException) else None)
