"""Allauth's forms as the house shows them, and the few of its own."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from allauth.socialaccount import forms as social
from django import forms
from django.contrib.auth.models import User

from accounts.selectors import usernames
from config.common.forms import HouseForm

PASSWORD_HELP = "At least eight characters, not all of them digits; not a common password, and not like your name."
MOST = {"login": 254, "username": usernames.MOST, "email": 254, "name": 60, "code": 40}
"""Characters, by the name of the field."""
PASSWORD_MOST = 256


class _Plain:
    """Labels instead of placeholders, our words instead of the library's, and a bound to every length."""

    fields: dict[str, forms.Field]
    labels: dict[str, str] = {}
    helps: dict[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.help_text = self.helps.get(name, "")
            if isinstance(field, forms.CharField) and not isinstance(field, forms.JSONField):
                most = MOST.get(name, PASSWORD_MOST)
                field.max_length = most
                field.widget.attrs["maxlength"] = str(most)
                field.validators.append(forms.CharField(max_length=most).validators[0])


class SignInForm(_Plain, account.LoginForm):
    labels = {"login": "Name or e-mail address"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class _Newcomer(_Plain):
    """Who may have an address, or must."""

    labels = {"username": "Name", "email": "E-mail address", "password2": "The password again"}
    helps = {"username": usernames.HELP, "password1": PASSWORD_HELP}
    without_address = "Without one nobody can send you a new password."

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.fields["email"].required:
            self.fields["email"].label = "E-mail address (if you like)"
            self.fields["email"].help_text = self.without_address


class SignUpForm(_Newcomer, account.SignupForm):
    pass


class NameForProviderForm(_Newcomer, social.SignupForm):
    without_address = "Without one nobody can help you in if you lose that account."


class ChangePasswordForm(_Plain, account.ChangePasswordForm):
    labels = {"oldpassword": "Present password", "password1": "New password", "password2": "The new password again"}
    helps = {"password1": PASSWORD_HELP}


class SetPasswordForm(_Plain, account.SetPasswordForm):
    labels = {"password2": "The password again"}
    helps = {"password1": PASSWORD_HELP}


class ResetPasswordForm(_Plain, account.ResetPasswordForm):
    labels = {"email": "E-mail address"}


class NewPasswordForm(_Plain, account.ResetPasswordKeyForm):
    labels = {"password1": "New password", "password2": "The new password again"}
    helps = {"password1": PASSWORD_HELP}


class PasswordAgainForm(_Plain, account.ReauthenticateForm):
    pass


class AddressForm(_Plain, account.AddEmailForm):
    labels = {"email": "New e-mail address"}


class CodeForm(_Plain, mfa.AuthenticateForm):
    helps = {"code": "From your authenticator app, or one of your recovery codes."}


class CodeAgainForm(_Plain, mfa.ReauthenticateForm):
    helps = CodeForm.helps


class ActivateForm(_Plain, totp.ActivateTOTPForm):
    labels = {"code": "Code that the app shows"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class PasskeyForm(_Plain, webauthn.AddWebAuthnForm):
    labels = {"name": "What you call it", "passwordless": "It lets me in without a password"}
    helps = {
        "name": "So that you know it again among others: the phone, the key on the ring.",
        "passwordless": "It then asks for your finger, face or PIN. Otherwise it serves as second factor.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True


class PasskeyNameForm(_Plain, webauthn.EditWebAuthnForm):
    labels = {"name": "What you call it"}


class NameForm(HouseForm):
    """A new name."""

    name = forms.CharField(label="New name", max_length=usernames.MOST, help_text=usernames.HELP)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.initial["name"] = user.username
        self.fields["name"].widget.attrs["autocomplete"] = "username"

    def clean_name(self) -> str:
        """The name as it is kept; one like one's own is free."""
        name = str(get_adapter().clean_username(self.cleaned_data["name"], shallow=True))
        if usernames.is_taken(name, but_of=self.user):
            raise get_adapter().validation_error("username_taken")
        return name


class LeaveForm(HouseForm):
    """The typed confirmation that an account shall be closed."""

    name = forms.CharField(label="Type the name of the account to confirm", max_length=150)
    texts = forms.BooleanField(
        label="Remove what was written and uploaded, too",
        required=False,
        help_text="Comments, after-action reports, what is said of seasons, and pictures of men and squadrons. "
        "Otherwise they stay, what was written under the name that replaces this one.",
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["name"].widget.attrs["autocomplete"] = "off"

    def clean_name(self) -> str:
        if self.cleaned_data["name"] != self.user.username:
            raise forms.ValidationError(f"To close the account, type its name: {self.user.username}")
        return str(self.cleaned_data["name"])
